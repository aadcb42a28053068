"""The first line of most tables: a point of the year at which the position stands."""

DAY = "position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands"
SPRING = "position  round 2, spring actions, order C N U G"
AUTUMN = "position  round 2, autumn, order C N U G"
WINTER = "position  round 2, winter, order C N U G"
