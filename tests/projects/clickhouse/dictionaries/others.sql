create dictionary if not exists ref.device_dict
(
    device_id UInt64,
    family    String,
    os        String,
    label     String default '?'
)
primary key device_id
source(clickhouse(query 'select device_id, family, os, concat(family, ''/'', os) as label from ref.devices where first_seen <= today()'))
layout(flat())
lifetime(3600);

create dictionary if not exists ref.geo_ip_dict
(
    prefix  String,
    country String default 'ZZ',
    asn     UInt32
)
primary key prefix
source(clickhouse(user 'default' db 'ref' table 'geo_ip_ranges'))
layout(ip_trie())
lifetime(min 0 max 86400);

create dictionary if not exists ref.plan_price_dict
(
    plan_id     UInt64,
    valid_from  Date,
    valid_to    Date,
    price_cents UInt32,
    currency    String
)
primary key plan_id
source(clickhouse(table 'plans' db 'ref'))
layout(range_hashed())
range(min valid_from max valid_to)
lifetime(600);
