# The action as a container: Python, a small Java, git, and Spark without what a check never uses.
# Dependabot keeps the digest; the tag says what it stands for.
ARG PYTHON=python:3.11.16-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b

# A Java runtime of the modules that Spark needs: a third of the size of Debian's headless JRE, from the same package.
FROM ${PYTHON} AS java
# Versions are not pinned: Debian keeps only the newest, and that is the one with the security fixes.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils openjdk-17-jdk-headless \
    && jlink --output /opt/java --strip-debug --no-man-pages --no-header-files --compress=2 \
        --add-modules java.se,jdk.charsets,jdk.crypto.ec,jdk.incubator.vector,jdk.management,jdk.naming.dns,jdk.net,jdk.security.auth,jdk.security.jgss,jdk.unsupported,jdk.zipfs \
    && /opt/java/bin/java -Xshare:dump \
    && rm -rf /var/lib/apt/lists/*

FROM ${PYTHON} AS build
WORKDIR /src
COPY constraints.txt ./
COPY docker/trim.sh docker/
# The large and rarely changing part first, so that a change of our code leaves this layer as it is.
RUN python -m venv --without-pip /opt/checker \
    && pip --python /opt/checker/bin/python install --no-cache-dir --no-compile --constraint constraints.txt \
        pyspark pyarrow pandas \
    && sh docker/trim.sh /opt/checker/lib/python3.11/site-packages
COPY pyproject.toml README.md LICENSE ./
COPY docs/findings.md docs/
COPY checker checker
RUN pip --python /opt/checker/bin/python install --no-cache-dir --no-compile --constraint constraints.txt .

FROM ${PYTHON}
# The names of the users whom GitHub's and most people's own runners work as: see the end of this file.
# Perl comes with git for scripts such as send-email, none of which a check runs; the small Perl of Debian's base stays.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /usr/share/perl /usr/lib/*/perl /usr/lib/*/libperl.so* \
    && useradd --uid 1000 --no-create-home --shell /usr/sbin/nologin checker \
    && useradd --uid 1001 --no-create-home --shell /usr/sbin/nologin runner
COPY --from=java /opt/java /opt/java
COPY --from=build /opt/checker /opt/checker
ENV JAVA_HOME=/opt/java PATH=/opt/checker/bin:${PATH} PYTHONUNBUFFERED=1 SPARK_LOCAL_IP=127.0.0.1
# A whole check in the build proves the image, and leaves compiled Python of just the modules that a check loads, and an
# archive of the Java classes, with which every run starts in half the time.
RUN checker warm --for-all && checker demo --no-cache

ARG VERSION=dev
ARG REVISION=unknown
ARG SOURCE=
LABEL org.opencontainers.image.title="checker" \
      org.opencontainers.image.description="Tells what a pull request of SQL will redeploy, why, and in what order" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"

# No USER: GitHub's runner needs root at the start, for the workspace and its command files belong to a user that the image
# cannot know. The entry point gives root up for that user before it reads anything of the pull request.
# -I: nothing in the current folder, which holds the pull request, is ever imported. No shell stands in between: one would
# drop variables with a dash in their name, as the runner's inputs have.
ENTRYPOINT ["/opt/checker/bin/python", "-I", "-m", "checker.action"]
