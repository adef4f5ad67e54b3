network: d3f8b464de13166f
a_bare: 203.8
a_full: 56.5
b_bare: 59.8
b_full: 164.0
nodes: 400
games: 71884
positions: 5913444
