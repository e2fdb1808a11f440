#!/bin/sh
# Take out of an installed PySpark what a check never uses: cluster managers, machine learning, Hive, the shell, the server
# of Connect, libraries of other platforms. What is left runs SQL, DataFrames, Parquet and Python workers.
# Usage: trim.sh SITE_PACKAGES
set -eu
site=$1
jars=$site/pyspark/jars

for pattern in \
    'kubernetes-*' 'volcano-*' 'vertx-*' 'zjsonpatch-*' 'snakeyaml-*' 'spark-kubernetes_*' \
    'spark-yarn_*' 'spark-mllib_*' 'spark-mllib-local_*' 'breeze*' 'spire*' 'cats-kernel_*' 'algebra_*' \
    'arpack*' 'blas-*' 'lapack-*' 'spark-graphx_*' 'rocksdbjni-*' 'scala-compiler-*' 'jline-*' 'spark-repl_*' \
    'spark-connect_*' 'connect-repl' 'spark-hive*' 'hive-beeline*' 'hive-cli*' 'hive-common*' 'hive-exec*' 'hive-jdbc*' \
    'hive-metastore*' 'hive-serde*' 'hive-service*' 'hive-shims*' 'datanucleus-*' 'derby*' 'javax.jdo*' 'jdo-api*' \
    'HikariCP*' 'netty-tcnative-*' 'netty-transport-native-kqueue*' \
    'curator-*' 'zookeeper*' 'tink-*' 'spark-pipelines_*' 'spark-streaming_*'
do
    for found in "$jars"/$pattern; do
        if [ -e "$found" ]; then rm -r "$found"; fi
    done
done

# Examples, data, and headers and tests of libraries; caches of compiled code come back by themselves where they are wanted.
rm -rf "$site/pyspark/examples" "$site/pyspark/data" "$site/pyspark/licenses" "$site/pyspark/R" "$site/pyspark/kubernetes" \
    "$site/pyspark/pandas/tests" "$site/pyspark/sql/tests" "$site/pyspark/ml/tests" \
    "$site/pandas/tests" "$site/numpy/tests" "$site/pyarrow/tests" "$site/pyarrow/include" "$site/pyarrow/src"
# Arrow over the network, and in the stores of clouds.
rm -f "$site"/pyarrow/libarrow_s3* "$site"/pyarrow/_s3fs* "$site"/pyarrow/_gcsfs* "$site"/pyarrow/_azurefs* \
    "$site"/pyarrow/libarrow_flight* "$site"/pyarrow/libarrow_python_flight* "$site"/pyarrow/_flight*
