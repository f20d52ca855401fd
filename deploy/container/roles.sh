#!/bin/bash
# The two roles of docs/operations.md and their database, made at PostgreSQL's first start.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" --username "$POSTGRES_USER" <<'END'
create role academia_owner login password :'owner';
create role academia_app login password :'app';
create database academia owner academia_owner encoding 'UTF8' template template0;
END
