#!/bin/bash
# A new user with two machines follows "Five minutes" of docs/cluster.md; how long it takes until an SPRT test runs on
# both, and until it has decided.
#
# usage: bench/cluster_two_machines.sh ROOKERY     (as root: makes two network namespaces; postgresql, iproute2, openssl)
#
# The machines are the namespaces `rookery-server` and `rookery-other`, joined by a cable (veth), each with a home of its
# own. PostgreSQL is a fresh one of Debian's package in a temporary folder; it takes the place of the one that apt starts,
# so that nothing of this machine is touched. Else the commands are those of the page, a second of typing not counted.
set -e
rookery=$(readlink -f "${1:?usage: $0 ROOKERY}")
[ "$(id -u)" = 0 ] || { echo "needs root, for network namespaces" >&2; exit 77; }
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
folder=$(mktemp -d /tmp/rookery-two-XXXXXX)
pids=()
cleanup() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  [ -f "$folder/data/postmaster.pid" ] && as_postgres "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1
  wait 2>/dev/null || true
  for name in server other; do ip netns del rookery-$name 2>/dev/null || true; done
  rm -rf "$folder"
}
trap cleanup EXIT
as_postgres() { setpriv --reuid nobody --regid nogroup --clear-groups env -C / "$@"; }
on() { local machine=$1; shift; ip netns exec "rookery-$machine" env HOME="$folder/$machine" PGHOST= "$@"; }
said() { printf '%6.1f s  %s\n' "$(echo "$(date +%s.%N) - $begin" | bc)" "$1"; }

# Two machines and a cable.
for name in server other; do
  ip netns add rookery-$name
  ip -n rookery-$name link set lo up
  mkdir "$folder/$name"
done
ip link add rookery-a netns rookery-server type veth peer name rookery-b netns rookery-other
ip -n rookery-server address add 10.213.7.1/24 dev rookery-a && ip -n rookery-server link set rookery-a up
ip -n rookery-other address add 10.213.7.2/24 dev rookery-b && ip -n rookery-other link set rookery-b up

begin=$(date +%s.%N)
# "apt install postgresql": what the package's own script does.
chown nobody "$folder" && chmod 755 "$folder"
as_postgres "$bin/initdb" -D "$folder/data" -U postgres -A trust --locale=C -E UTF8 --no-instructions >/dev/null
as_postgres openssl req -new -x509 -days 30 -nodes -subj /CN=server -out "$folder/data/server.crt" \
  -keyout "$folder/data/server.key" 2>/dev/null
restart() {
  [ -f "$folder/data/postmaster.pid" ] && as_postgres "$bin/pg_ctl" -D "$folder/data" -w stop >/dev/null
  ip netns exec rookery-server setpriv --reuid nobody --regid nogroup --clear-groups env -C / \
    "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/data/log" -o "-k $folder" start >/dev/null
}
printf "ssl = on\nunix_socket_directories = '%s'\n" "$folder" >>"$folder/data/postgresql.conf"
restart
said "PostgreSQL runs"

# On the machine that holds the queue.
password=$(openssl rand -hex 12)
local_url="postgresql://me@/rookery?host=$folder"
on server createuser -h "$folder" -U postgres me
on server psql -q -h "$folder" -U postgres postgres -c "create role worker login password '$password'"
on server createdb -h "$folder" -U postgres --owner me rookery
on server "$rookery" queue "$local_url" init
on server "$rookery" queue "$local_url" allow worker
said "the queue is made, the role worker may work"

# Let other machines in.
echo "listen_addresses = '*'" >>"$folder/data/postgresql.conf"
echo "hostssl rookery worker 10.213.7.0/24 scram-sha-256" >>"$folder/data/pg_hba.conf"
restart
said "other machines are let in"

# On every machine that shall work.
url="postgresql://worker@10.213.7.1/rookery?sslmode=require"
for name in server other; do
  echo "10.213.7.1:5432:rookery:worker:$password" >>"$folder/$name/.pgpass" && chmod 600 "$folder/$name/.pgpass"
  on $name "$rookery" worker "$url" --threads 1 --name "$name" >"$folder/$name.log" 2>&1 &
  pids+=($!)
done
said "two workers are started"

# From where you are.
on server "$rookery" match rookery:nodes=1500,name=new rookery:nodes=500,name=old --games 400 --sprt elo0=0 elo1=50 \
  --queue "$local_url" >"$folder/match.log" 2>&1 &
match=$!
pids+=($match)
results() { on server "$rookery" queue "$local_url" workers --json 2>/dev/null | grep -o '"results":[1-9][0-9]*' | wc -l; }
until [ "$(results)" -ge 2 ]; do sleep 0.2; kill -0 $match 2>/dev/null || break; done
said "both machines have played"
wait $match && said "decided"
tail -n 8 "$folder/match.log"
on server "$rookery" queue "$local_url" workers
grep -h '"measured"\|"registered"' "$folder"/*.log
