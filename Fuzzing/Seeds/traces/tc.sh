tc qdisc add dev eth0 root netem rate 5mbit delay 20ms
sleep 2
tc qdisc change dev eth0 root netem rate 64kbps
sleep 1.5
