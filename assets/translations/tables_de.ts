<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>Words</name>
    <message>
        <source>%1 has no groups</source>
        <translation>%1 hat keine Gruppen</translation>
    </message>
    <message>
        <source>%1 has no radix</source>
        <translation>%1 hat keine Basis</translation>
    </message>
    <message>
        <source>%1 has no skips</source>
        <translation>%1 hat keine Sprünge</translation>
    </message>
    <message>
        <source>%1 has only one order</source>
        <translation>%1 hat nur eine Reihenfolge</translation>
    </message>
    <message>
        <source>%1 is not pipelined</source>
        <translation>%1 hat keine Pipeline</translation>
    </message>
    <message>
        <source>%1 limits no aggregation</source>
        <translation>%1 begrenzt kein Zusammenfassen</translation>
    </message>
    <message>
        <source>(i mod 3) b, the rest of pb on the last rank</source>
        <translation>(i mod 3) b, der Rest von pb auf dem letzten Rang</translation>
    </message>
    <message>
        <source>, but </source>
        <translation>, aber </translation>
    </message>
    <message>
        <source>, for the same causes</source>
        <translation>, aus denselben Gründen</translation>
    </message>
    <message>
        <source>1 .. 2b</source>
        <translation>1 .. 2b</translation>
    </message>
    <message>
        <source>1 .. 2b, sorted</source>
        <translation>1 .. 2b, sortiert</translation>
    </message>
    <message>
        <source>1 byte without sign</source>
        <translation>1 Byte ohne Vorzeichen</translation>
    </message>
    <message>
        <source>1 message, {}, from {} to {}.</source>
        <translation>1 Nachricht, {}, von {} bis {}.</translation>
    </message>
    <message>
        <source>1 round, none fewer would do</source>
        <translation>1 Runde, weniger genügten nicht</translation>
    </message>
    <message>
        <source>10th percentile of the completion times of all repeats</source>
        <translation>10. Perzentil der Gesamtzeiten aller Wiederholungen</translation>
    </message>
    <message>
        <source>10th percentile of time</source>
        <translation>10. Perzentil der Zeit</translation>
    </message>
    <message>
        <source>123-doubling: skips 1, 2, 3, 6, 12, ...; rank order is kept.</source>
        <translation>123-Doubling: Sprünge 1, 2, 3, 6, 12, ...; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>16 hosts of 8 cores, 5 and 11 on two switches at 1 Gb/s, 10 Gb/s between the switches</source>
        <translation>16 Hosts mit 8 Kernen, 5 und 11 an zwei Switches mit 1 Gb/s, 10 Gb/s zwischen den Switches</translation>
    </message>
    <message>
        <source>2D: one step along one dimension, as in MPI_Cart_create</source>
        <translation>2D, um eins weiter in einer Dimension, wie bei MPI_Cart_create</translation>
    </message>
    <message>
        <source>3^D - 1: one step along one or more dimensions</source>
        <translation>3^D - 1, um eins weiter in beliebigen Dimensionen</translation>
    </message>
    <message>
        <source>4 bytes</source>
        <translation>4 Byte</translation>
    </message>
    <message>
        <source>4 bytes, IEEE 754</source>
        <translation>4 Byte, IEEE 754</translation>
    </message>
    <message>
        <source>5 hosts of 32 cores and 64 ranks on one switch at 40 Gb/s</source>
        <translation>5 Hosts mit 32 Kernen und 64 Rängen an einem Switch mit 40 Gb/s</translation>
    </message>
    <message>
        <source>8 bytes</source>
        <translation>8 Byte</translation>
    </message>
    <message>
        <source>8 bytes, IEEE 754</source>
        <translation>8 Byte, IEEE 754</translation>
    </message>
    <message>
        <source>90th percentile of the completion times of all repeats</source>
        <translation>90. Perzentil der Gesamtzeiten aller Wiederholungen</translation>
    </message>
    <message>
        <source>90th percentile of time</source>
        <translation>90. Perzentil der Zeit</translation>
    </message>
    <message>
        <source>; in {} without a unit</source>
        <translation>; in {}, wenn keine Einheit dasteht</translation>
    </message>
    <message>
        <source>; {} has</source>
        <translation>; {} hat</translation>
    </message>
    <message>
        <source>A factor by which a run needs more than the optimum: more rounds (Λ), bytes (Ψ) or bytes on shared links (Ξ).</source>
        <translation>Ein Faktor, um den ein Lauf mehr braucht als das Optimum: mehr Runden (Λ), Bytes (Ψ) oder Bytes auf geteilten Verbindungen (Ξ).</translation>
    </message>
    <message>
        <source>A part of a vector that an algorithm moves as a unit; a vector of m bytes is cut into n blocks.</source>
        <translation>Ein Teil eines Vektors, den ein Algorithmus als Einheit bewegt; ein Vektor von m Bytes wird in n Blöcke geteilt.</translation>
    </message>
    <message>
        <source>A place where a host sends one message and receives one at a time; the number of ports limits its messages under way.</source>
        <translation>Eine Stelle, an der ein Host zugleich eine Nachricht sendet und eine empfängt; die Zahl der Ports begrenzt, wie viele Nachrichten er zugleich hat.</translation>
    </message>
    <message>
        <source>A protocol in which a message leaves before its receiver is ready, and the sender continues.</source>
        <translation>Ein Protokoll, bei dem eine Nachricht abgeht, bevor ihr Empfänger bereit ist, und der Sender weitermacht.</translation>
    </message>
    <message>
        <source>A rank that is slower or later than the others, so that they wait for it.</source>
        <translation>Ein Rang, der langsamer oder später ist als die anderen, so dass sie auf ihn warten.</translation>
    </message>
    <message>
        <source>A run</source>
        <translation>Ein Lauf</translation>
    </message>
    <message>
        <source>A scenario with lists of values; each combination of values is one run, called a cell.</source>
        <translation>Ein Szenario mit Listen von Werten; jede Kombination von Werten ist ein Lauf, eine Zelle.</translation>
    </message>
    <message>
        <source>A schedule of another tool: GOAL or Chakra traces, with sizes of their own; or a collective chunk by chunk, whose sizes follow bytes (MSCCL XML, MSCCL++ JSON, TE-CCL JSON). Named algorithms run beside such a collective, for comparison. Default: none</source>
        <translation>Ein Ablaufplan eines anderen Werkzeugs: GOAL oder Chakra-Traces, mit eigenen Größen; oder eine Kollektive Stück für Stück, deren Größen bytes folgen (MSCCL XML, MSCCL++ JSON, TE-CCL JSON). Genannte Algorithmen laufen zum Vergleich neben einer solchen Kollektiven. Standard: keine</translation>
    </message>
    <message>
        <source>A state in which ranks wait for each other in a cycle, so that none of them can continue.</source>
        <translation>Ein Zustand, in dem Ränge im Kreis aufeinander warten, so dass keiner weitermachen kann.</translation>
    </message>
    <message>
        <source>A step of an algorithm: each rank starts its messages of the round, then waits for them.</source>
        <translation>Ein Schritt eines Algorithmus: Jeder Rang beginnt seine Nachrichten der Runde und wartet dann auf sie.</translation>
    </message>
    <message>
        <source>All ranks broadcast n blocks at once over a circulant graph; unequal sizes even out.</source>
        <translation>Alle Ränge verteilen n Blöcke zugleich über einen zirkulanten Graphen; ungleiche Größen gleichen sich aus.</translation>
    </message>
    <message>
        <source>The blocks of all ranks, each cut into n blocks, are reduced at once over a circulant graph; unequal sizes even out.</source>
        <translation>Die Blöcke aller Ränge werden zugleich reduziert, in n Blöcke geteilt, über einen zirkulanten Graphen; ungleiche Größen gleichen sich aus.</translation>
    </message>
    <message>
        <source>Allgathers along one dimension of a grid after the other, each of all data gathered so far.</source>
        <translation>Allgathers entlang einer Dimension eines Gitters nach der anderen, jedes mit allem bisher Gesammelten.</translation>
    </message>
    <message>
        <source>Reduce-scatters along one dimension of a grid after the other, each of the remaining blocks.</source>
        <translation>Reduce-Scatters entlang einer Dimension eines Gitters nach der anderen, jedes mit den restlichen Blöcken.</translation>
    </message>
    <message>
        <source>An end point of the network, such as a node of a cluster or a GPU; it runs one or more ranks.</source>
        <translation>Ein Endpunkt des Netzes, etwa ein Knoten eines Clusters oder eine GPU; auf ihm laufen ein oder mehrere Ränge.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Any reduce-scatter, then any allgather.</source>
        <translation>Ein beliebiges Reduce-Scatter, dann ein beliebiges Allgather.</translation>
    </message>
    <message>
        <source>As bine-bandwidth, but data to be added come in pieces; each is added while the next one is under way.</source>
        <translation>Wie bine-bandwidth, aber zu addierende Daten kommen in Stücken; jedes wird addiert, während das nächste unterwegs ist.</translation>
    </message>
    <message>
        <source>As k-nomial, but ranks are numbered in preorder: subtrees follow their parent one by one.</source>
        <translation>Wie k-nomial, aber mit Rängen in Preorder: Auf einen Knoten folgen seine Teilbäume, einer nach dem anderen.</translation>
    </message>
    <message>
        <source>As recursive-multiplying, the most distant ranks first: most data go to near ones.</source>
        <translation>Wie recursive-multiplying, die fernsten Ränge zuerst: Die meisten Daten gehen an nahe.</translation>
    </message>
    <message>
        <source>As ring, but large contributions are passed on block by block.</source>
        <translation>Wie ring, aber große Beiträge werden Block für Block weitergegeben.</translation>
    </message>
    <message>
        <source>As ring, but the sums of the i-th segments of all blocks travel round the ring before those of the next.</source>
        <translation>Wie ring, aber die Summen der i-ten Segmente aller Blöcke laufen um den Ring, bevor die nächsten an der Reihe sind.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Bandwidth deficiency Ψ</source>
        <translation>Bandbreitendefizit Ψ</translation>
    </message>
    <message>
        <source>Bandwidth of a link, in each direction. Default: 400Gb/s</source>
        <translation>Bandbreite einer Verbindung, in jeder Richtung. Standard: 400Gb/s</translation>
    </message>
    <message>
        <source>Bandwidth of links above the lowest level: between switches. Default: as link_bandwidth</source>
        <translation>Bandbreite der Verbindungen über der untersten Ebene: zwischen Switches. Standard: wie link_bandwidth</translation>
    </message>
    <message>
        <source>Bandwidth of the links of every level, the lowest first; the last one holds for all higher levels. Default: as link_bandwidth and core_bandwidth say</source>
        <translation>Bandbreite der Verbindungen jeder Ebene, die unterste zuerst; die letzte gilt für alle höheren Ebenen. Standard: wie link_bandwidth und core_bandwidth</translation>
    </message>
    <message>
        <source>A broadcast between the leaders of groups, then one inside every group.</source>
        <translation>Ein Broadcast zwischen den Anführern der Gruppen, dann einer in jeder Gruppe.</translation>
    </message>
    <message>
        <source>Binomial trees whose edges swing from side to side, one for each port of a torus, long edges first.</source>
        <translation>Binomialbäume, deren Kanten von Seite zu Seite schwingen, einer für jeden Port eines Torus, lange Kanten zuerst.</translation>
    </message>
    <message>
        <source>Binomial trees whose edges swing from side to side, one for each port of a torus, short edges first.</source>
        <translation>Binomialbäume, deren Kanten von Seite zu Seite schwingen, einer für jeden Port eines Torus, kurze Kanten zuerst.</translation>
    </message>
    <message>
        <source>Blocks are summed by a circulant reduce-scatter and gathered at the root.</source>
        <translation>Die Blöcke werden durch ein zirkulantes Reduce-Scatter summiert und bei der Wurzel eingesammelt.</translation>
    </message>
    <message>
        <source>Blocks double on a circulant graph: ceil(log2 p) rounds for any p, and nothing to rotate.</source>
        <translation>Die Blöcke verdoppeln sich auf einem zirkulanten Graphen: ceil(log2 p) Runden für jedes p, und nichts ist zu drehen.</translation>
    </message>
    <message>
        <source>Blocks first go to their places in a contiguous vector; near partners come last.</source>
        <translation>Die Blöcke gehen zuerst an ihre Plätze in einem zusammenhängenden Vektor; nahe Partner kommen zuletzt.</translation>
    </message>
    <message>
        <source>Blocks for the same rank are collected on a circulant graph, in ceil(log2 p) rounds.</source>
        <translation>Blöcke für denselben Rang werden auf einem zirkulanten Graphen gesammelt, in ceil(log2 p) Runden.</translation>
    </message>
    <message>
        <source>Blocks lie in the order of a contiguous vector, and go to their ranks at the end; near partners first.</source>
        <translation>Die Blöcke liegen in der Reihenfolge eines zusammenhängenden Vektors und gehen am Ende zu ihren Rängen; nahe Partner zuerst.</translation>
    </message>
    <message>
        <source>Blocks meet on their way to the root over a circulant graph, in ceil(log2 p) rounds for any p.</source>
        <translation>Blöcke treffen auf dem Weg zur Wurzel zusammen, über einen zirkulanten Graphen, in ceil(log2 p) Runden für jedes p.</translation>
    </message>
    <message>
        <source>Blocks move down a binomial tree, twice as many in each round.</source>
        <translation>Blöcke gehen einen Binomialbaum hinab, in jeder Runde doppelt so viele.</translation>
    </message>
    <message>
        <source>Blocks move up a binomial tree, half as many in each round.</source>
        <translation>Blöcke steigen einen Binomialbaum hinauf, in jeder Runde halb so viele.</translation>
    </message>
    <message>
        <source>Blocks of subtrees move down a Bine tree, far ranks first.</source>
        <translation>Blöcke von Teilbäumen gehen einen Bine-Baum hinab, ferne Ränge zuerst.</translation>
    </message>
    <message>
        <source>Blocks of subtrees move down a Bine tree, near ranks first.</source>
        <translation>Blöcke von Teilbäumen gehen einen Bine-Baum hinab, nahe Ränge zuerst.</translation>
    </message>
    <message>
        <source>Blocks of subtrees move down a binomial tree, at twice the distance of the round before.</source>
        <translation>Blöcke von Teilbäumen gehen einen Binomialbaum hinab, im doppelten Abstand der Runde davor.</translation>
    </message>
    <message>
        <source>Blocks of subtrees move down a k-nomial tree.</source>
        <translation>Blöcke von Teilbäumen gehen einen k-Nomialbaum hinab.</translation>
    </message>
    <message>
        <source>Blocks of subtrees move up a Bine tree, over the long edges first.</source>
        <translation>Blöcke von Teilbäumen steigen einen Bine-Baum hinauf, über die langen Kanten zuerst.</translation>
    </message>
    <message>
        <source>Blocks of subtrees move up a Bine tree, over the short edges first.</source>
        <translation>Blöcke von Teilbäumen steigen einen Bine-Baum hinauf, über die kurzen Kanten zuerst.</translation>
    </message>
    <message>
        <source>Blocks of subtrees move up a binomial tree, at half the distance of the round before.</source>
        <translation>Blöcke von Teilbäumen steigen einen Binomialbaum hinauf, im halben Abstand der Runde davor.</translation>
    </message>
    <message>
        <source>Blocks of subtrees move up a k-nomial tree.</source>
        <translation>Blöcke von Teilbäumen steigen einen k-Nomialbaum hinauf.</translation>
    </message>
    <message>
        <source>Blocks received along one dimension of the grid go on along the next, in one message for each direction.</source>
        <translation>Blöcke aus einer Dimension des Gitters gehen in der nächsten weiter, als eine Nachricht je Richtung.</translation>
    </message>
    <message>
        <source>Blocks that a pipelined algorithm cuts its vector into. F=X: as few as possible of at most X sqrt(m/q) bytes, m bytes and q = ceil(log2 p); G=X: sqrt(m q)/X, rounded down, at least 1. Both are Träff's (2023, Sec. 3). Default: auto (the best for the costs)</source>
        <translation>Blöcke, in die ein Algorithmus mit Pipeline seinen Vektor teilt. F=X: so wenige, wie es von höchstens X sqrt(m/q) Bytes gibt, bei m Bytes und q = ceil(log2 p); G=X: sqrt(m q)/X, abgerundet, mindestens 1. Beide sind von Träff (2023, Abschnitt 3). Standard: auto (das beste für die Kosten)</translation>
    </message>
    <message>
        <source>Blocks travel along one dimension of the grid after another, those of one direction as one message.</source>
        <translation>Blöcke wandern in einer Dimension des Gitters nach der anderen, die einer Richtung als eine Nachricht.</translation>
    </message>
    <message>
        <source>Blocks travel digit by digit inside of every group of ranks, then from group to group, each block by itself.</source>
        <translation>Die Blöcke wandern Ziffer für Ziffer innerhalb jeder Gruppe von Rängen, dann von Gruppe zu Gruppe, jeder Block für sich.</translation>
    </message>
    <message>
        <source>Blocks travel digit by digit inside of every group of ranks, then from group to group, one message for each other group.</source>
        <translation>Die Blöcke wandern Ziffer für Ziffer innerhalb jeder Gruppe von Rängen, dann von Gruppe zu Gruppe, eine Nachricht für jede andere Gruppe.</translation>
    </message>
    <message>
        <source>Blocks travel round Hamiltonian cycles of a torus, through all ports.</source>
        <translation>Die Blöcke laufen auf Hamiltonkreisen eines Torus um, durch alle Ports.</translation>
    </message>
    <message>
        <source>Blocks travel round the ring twice: once to be summed, once to be handed out.</source>
        <translation>Die Blöcke laufen zweimal um den Ring: einmal, um summiert, einmal, um verteilt zu werden.</translation>
    </message>
    <message>
        <source>Blocks travel to their destination digit by digit of the distance, each filled up to the size of the largest.</source>
        <translation>Die Blöcke gelangen Ziffer für Ziffer des Abstands ans Ziel, jeder auf die Größe des größten aufgefüllt.</translation>
    </message>
    <message>
        <source>Blocks travel to their destination digit by digit of the distance, many in one message, which follows one with their sizes.</source>
        <translation>Die Blöcke gelangen Ziffer für Ziffer des Abstands ans Ziel, viele in einer Nachricht, der eine mit ihren Größen vorausgeht.</translation>
    </message>
    <message>
        <source>Blocks travel to their destination digit by digit of the distance, many in one message.</source>
        <translation>Die Blöcke gelangen Ziffer für Ziffer des Abstands ans Ziel, viele in einer Nachricht.</translation>
    </message>
    <message>
        <source>Blocks travel to their destination in steps of powers of two, many in one message.</source>
        <translation>Die Blöcke gelangen in Schritten von Zweierpotenzen ans Ziel, viele in einer Nachricht.</translation>
    </message>
    <message>
        <source>Blocks travel to their destination over partners on alternating sides, half of all in each message.</source>
        <translation>Die Blöcke gelangen über Partner auf wechselnden Seiten ans Ziel, die Hälfte aller in jeder Nachricht.</translation>
    </message>
    <message>
        <source>Both halves are summed up a binary tree of their own, and the results flow down again.</source>
        <translation>Jede Hälfte wird in einem eigenen Binärbaum aufwärts summiert, und die Ergebnisse fließen wieder hinab.</translation>
    </message>
    <message>
        <source>Both halves of the vector flow down a binary tree of their own, in which the inner ranks of the other are leaves.</source>
        <translation>Jede Hälfte des Vektors fließt einen eigenen Binärbaum hinab, in dem die inneren Ränge des anderen Blätter sind.</translation>
    </message>
    <message>
        <source>Bound by latency</source>
        <translation>Schranke der Latenz</translation>
    </message>
    <message>
        <source>Bound by ports</source>
        <translation>Schranke der Ports</translation>
    </message>
    <message>
        <source>Bound by the worst cut</source>
        <translation>Schranke des engsten Schnitts</translation>
    </message>
    <message>
        <source>Bytes over one link</source>
        <translation>Bytes über eine Verbindung</translation>
    </message>
    <message>
        <source>Bytes over the busiest link divided by bytes through the busiest port, each summed over the steps; 1: no link is shared</source>
        <translation>Bytes über die belastetste Verbindung, geteilt durch die durch den belastetsten Port, jeweils über die Schritte summiert; 1: keine Verbindung wird geteilt</translation>
    </message>
    <message>
        <source>Bytes sent by one rank</source>
        <translation>Von einem Rang gesendete Bytes</translation>
    </message>
    <message>
        <source>Bytes sent, over all ranks</source>
        <translation>Gesendete Bytes, über alle Ränge</translation>
    </message>
    <message>
        <source>Bytes through the busiest port, summed over the steps, divided by the fewest possible; 1 is optimal</source>
        <translation>Bytes durch den belastetsten Port, über die Schritte summiert, geteilt durch die wenigsten möglichen; 1 ist optimal</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Kollektiven</translation>
    </message>
    <message>
        <source>Completion time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>Completion time if no transfer shared a link</source>
        <translation>Gesamtzeit, wenn keine Übertragung eine Verbindung teilte</translation>
    </message>
    <message>
        <source>Completion time of the fastest repeat</source>
        <translation>Gesamtzeit der schnellsten Wiederholung</translation>
    </message>
    <message>
        <source>Completion time of the slowest repeat</source>
        <translation>Gesamtzeit der langsamsten Wiederholung</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Congestion deficiency Ξ</source>
        <translation>Staudefizit Ξ</translation>
    </message>
    <message>
        <source>Cores of a host. If there are more ranks than cores, start-up times, copies and reductions take longer by ranks/cores. Default: auto (a core for each rank)</source>
        <translation>Kerne eines Hosts. Bei mehr Rängen als Kernen dauern Anlaufzeiten, Kopien und Reduktionen um den Faktor Ränge/Kerne länger. Standard: auto (ein Kern für jeden Rang)</translation>
    </message>
    <message>
        <source>Deals ranks out to the hosts round robin</source>
        <translation>Teilt die Ränge reihum an die Hosts aus</translation>
    </message>
    <message>
        <source>Distances halve while data double: the largest messages go to the nearest ranks. Each block is a message.</source>
        <translation>Die Abstände halbieren sich, während sich die Daten verdoppeln: Die größten Nachrichten gehen an die nächsten Ränge. Jeder Block ist eine Nachricht.</translation>
    </message>
    <message>
        <source>Distances halve while data double: the largest messages go to the nearest ranks. One message a step.</source>
        <translation>Die Abstände halbieren sich, während sich die Daten verdoppeln: Die größten Nachrichten gehen an die nächsten Ränge. Eine Nachricht je Schritt.</translation>
    </message>
    <message>
        <source>Distances of the circulant reductions, one for each round. Default: halving</source>
        <translation>Abstände der zirkulanten Reduktionen, einer für jede Runde. Standard: halving</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Every block travels a binomial tree of its own, the longest hop first; a limit on the blocks of a step trades rounds for room.</source>
        <translation>Jeder Block wandert über einen eigenen Binomialbaum, der längste Sprung zuerst; eine Grenze für die Blöcke eines Schritts tauscht Runden gegen Platz.</translation>
    </message>
    <message>
        <source>Every block travels a binomial tree of its own, the longest hop last; a limit on the blocks of a step trades rounds for room.</source>
        <translation>Jeder Block wandert über einen eigenen Binomialbaum, der längste Sprung zuletzt; eine Grenze für die Blöcke eines Schritts tauscht Runden gegen Platz.</translation>
    </message>
    <message>
        <source>Every operation of a schedule begins as soon as all operations that it requires have ended.</source>
        <translation>Jede Operation eines Ablaufplans beginnt, sobald die geendet haben, die sie voraussetzt.</translation>
    </message>
    <message>
        <source>Every rank exchanges blocks with one peer after another.</source>
        <translation>Jeder Rang tauscht Blöcke mit einem Partner nach dem anderen.</translation>
    </message>
    <message>
        <source>Every rank passes the block received from its left neighbour on to its right one.</source>
        <translation>Jeder Rang gibt den Block vom linken Nachbarn an den rechten weiter.</translation>
    </message>
    <message>
        <source>Every rank posts all its sends and receives at once.</source>
        <translation>Jeder Rang stellt all sein Senden und Empfangen auf einmal bereit.</translation>
    </message>
    <message>
        <source>Every rank posts its sends to all neighbours and its receives at once.</source>
        <translation>Jeder Rang stößt alles Senden an seine Nachbarn und alles Empfangen auf einmal an.</translation>
    </message>
    <message>
        <source>Every rank posts sends and receives for a few peers at once, and then for the next ones.</source>
        <translation>Jeder Rang stellt Senden und Empfangen für einige Partner auf einmal bereit, dann für die nächsten.</translation>
    </message>
    <message>
        <source>Every rank sends its part of each block straight to the rank that owns the block.</source>
        <translation>Jeder Rang sendet seinen Teil jedes Blocks geradewegs dem Rang, dem der Block gehört.</translation>
    </message>
    <message>
        <source>Every rank sends the sum that it has to a rank twice as far on as the round before; rank order is kept.</source>
        <translation>Jeder Rang sendet die Summe, die er hat, an einen Rang doppelt so weit weg wie in der Runde davor; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Every rank sends to one neighbour after another, and receives from the opposite one.</source>
        <translation>Jeder Rang sendet an einen Nachbarn nach dem anderen und empfängt vom gegenüberliegenden.</translation>
    </message>
    <message>
        <source>Every rank signals k-1 others, at k times the distance in each round.</source>
        <translation>Jeder Rang gibt k-1 anderen ein Signal, in jeder Runde im k-fachen Abstand.</translation>
    </message>
    <message>
        <source>Every rank sums a piece, and the pieces move up a Bine tree.</source>
        <translation>Jeder Rang summiert ein Stück, und die Stücke steigen einen Bine-Baum hinauf.</translation>
    </message>
    <message>
        <source>Every rank that has the vector passes it on to k-1 others in each round.</source>
        <translation>Jeder Rang, der den Vektor hat, gibt ihn in jeder Runde an k-1 andere weiter.</translation>
    </message>
    <message>
        <source>Every rank that has the vector passes it on, at half the distance of the round before.</source>
        <translation>Jeder Rang, der den Vektor hat, gibt ihn weiter, im halben Abstand der Runde davor.</translation>
    </message>
    <message>
        <source>Every rank that has the vector passes it on, at twice the distance of the round before.</source>
        <translation>Jeder Rang, der den Vektor hat, gibt ihn weiter, im doppelten Abstand der Runde davor.</translation>
    </message>
    <message>
        <source>Every rank that has the vector posts it to all its children in the binomial tree at once.</source>
        <translation>Jeder Rang, der den Vektor hat, gibt ihn allen seinen Kindern im Binomialbaum zugleich.</translation>
    </message>
    <message>
        <source>Every rank that has the vector posts it to all its children in the k-nomial tree at once.</source>
        <translation>Jeder Rang, der den Vektor hat, gibt ihn allen seinen Kindern im k-nomialen Baum zugleich.</translation>
    </message>
    <message>
        <source>Every rank that has the vector posts it to its k children at once.</source>
        <translation>Jeder Rang, der den Vektor hat, gibt ihn seinen k Kindern zugleich.</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Nicht überlappte Kommunikation</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Fills a host with ranks before the next</source>
        <translation>Füllt einen Host mit Rängen, dann den nächsten</translation>
    </message>
    <message>
        <source>Four inclusive rounds, then exclusive ones; rank order is kept.</source>
        <translation>Vier einschließende Runden, dann ausschließende; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>G groups (A H + 1) of A routers with P hosts and H links to other groups each</source>
        <translation>G Gruppen (A H + 1) aus A Routern mit je P Hosts und H Verbindungen zu anderen Gruppen</translation>
    </message>
    <message>
        <source>G groups (S C + 1) of L leaf switches with H hosts and S spine switches, whose C links each lead to other groups</source>
        <translation>G Gruppen (S C + 1) aus L Blatt-Switches mit H Hosts und S Spine-Switches, deren je C Verbindungen zu anderen Gruppen führen</translation>
    </message>
    <message>
        <source>G groups of N nodes with R hosts (NICs) each, number r of all nodes of a group on its leaf switch r; each leaf has P links (1) to each of S spine switches</source>
        <translation>G Gruppen aus N Knoten mit je R Hosts (NICs), Nummer r aller Knoten einer Gruppe an deren Blatt-Switch r; jedes Blatt hat P Verbindungen (1) zu jedem von S Spine-Switches</translation>
    </message>
    <message>
        <source>Gather inside of every group to its leader, allgather between the leaders, broadcast inside.</source>
        <translation>Einsammeln in jeder Gruppe beim Anführer, Allgather zwischen den Anführern, Broadcast innerhalb.</translation>
    </message>
    <message>
        <source>Gather inside of every group to its leader, alltoall between the leaders, scatter inside.</source>
        <translation>Einsammeln in jeder Gruppe beim Anführer, Alltoall zwischen den Anführern, Verteilen innerhalb.</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Grid of the ranks for collectives among neighbours, row-major. Default: auto (the ranks&apos; coordinates, else near a square)</source>
        <translation>Gitter der Ränge für Kollektiven unter Nachbarn, zeilenweise. Standard: auto (die Koordinaten der Ränge, sonst nahe einem Quadrat)</translation>
    </message>
    <message>
        <source>Groups of k ranks exchange all they hold, at k times the distance in each round.</source>
        <translation>Gruppen aus k Rängen tauschen alles, was sie haben, in jeder Runde im k-fachen Abstand.</translation>
    </message>
    <message>
        <source>Groups of k ranks exchange whole vectors, at k times the distance in each round; rank order is kept.</source>
        <translation>Gruppen aus k Rängen tauschen ganze Vektoren, in jeder Runde im k-fachen Abstand; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Groups of k ranks divide ever smaller parts of the sums, and then exchange the results; rank order is kept.</source>
        <translation>Gruppen aus k Rängen teilen immer kleinere Teile der Summen unter sich auf und tauschen dann die Ergebnisse; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Groups of k ranks divide the remaining sums among themselves, at ever smaller distances.</source>
        <translation>Gruppen aus k Rängen teilen die restlichen Summen unter sich auf, in immer kleineren Abständen.</translation>
    </message>
    <message>
        <source>Groups of ranks for algorithms of several levels; with slashes between them groups of groups, the finest first: host/switch, 4/16. Default: auto (by host or switch where there are several)</source>
        <translation>Gruppen von Rängen für Algorithmen mit mehreren Ebenen; mit Schrägstrichen dazwischen Gruppen von Gruppen, die feinste zuerst: host/switch, 4/16. Standard: auto (nach Host oder Switch, wo es mehrere gibt)</translation>
    </message>
    <message>
        <source>Each half of the vector takes one of two binary trees, as in UCC: every rank passes a half on when it is complete.</source>
        <translation>Jede Hälfte des Vektors nimmt einen von zwei Binärbäumen, wie in UCC: Jeder Rang gibt eine Hälfte weiter, sobald sie vollständig ist.</translation>
    </message>
    <message>
        <source>Halves are exchanged at doubling distances, plain and mirrored at once.</source>
        <translation>Hälften werden in sich verdoppelnden Abständen getauscht, gerade und gespiegelt zugleich.</translation>
    </message>
    <message>
        <source>Halves are exchanged with partners that swing from side to side, through all ports of a torus.</source>
        <translation>Hälften werden mit Partnern getauscht, die von Seite zu Seite schwingen, durch alle Ports eines Torus.</translation>
    </message>
    <message>
        <source>The blocks still to be sent are halved in each round: ceil(log2 p) rounds and p - 1 blocks for any p.</source>
        <translation>Die noch zu sendenden Blöcke werden in jeder Runde halbiert: ceil(log2 p) Runden und p - 1 Blöcke für jedes p.</translation>
    </message>
    <message>
        <source>Halving and doubling in which pairs and triples of groups join: any number of ranks without folding.</source>
        <translation>Halbieren und Verdoppeln, wobei sich je zwei oder drei Gruppen vereinigen: jede Zahl von Rängen ohne Falten.</translation>
    </message>
    <message>
        <source>Distribution of the bytes of irregular collectives over the ranks (alltoallv: of each rank&apos;s bytes over its receivers); see `orrery list distributions`. Default: same</source>
        <translation>Verteilung der Bytes unregelmäßiger Kollektiven auf die Ränge (alltoallv: der Bytes jedes Rangs auf seine Empfänger); siehe `orrery list distributions`. Standard: same</translation>
    </message>
    <message>
        <source>Number of ranks that share a host and its links. Default: 1</source>
        <translation>Zahl der Ränge, die sich einen Host und seine Verbindungen teilen. Standard: 1</translation>
    </message>
    <message>
        <source>Order in which recursive doubling and rabenseifner pair ranks: r with r XOR 2^s, or dimension by dimension of a torus. Default: linear</source>
        <translation>Reihenfolge, in der rekursive Verdopplung und rabenseifner Ränge paaren: r mit r XOR 2^s, oder Dimension für Dimension eines Torus. Standard: linear</translation>
    </message>
    <message>
        <source>If a host has fewer cores than ranks (cores_per_host), the ranks of a core take turns of this length; without this key all of them are slower. Default: 0s (none)</source>
        <translation>Hat ein Host weniger Kerne als Ränge (cores_per_host), so wechseln sich die Ränge eines Kerns nach jeweils dieser Zeit ab; ohne diesen Schlüssel sind alle langsamer. Standard: 0s (keine)</translation>
    </message>
    <message>
        <source>An alltoall of the lanes&apos; data inside every group, then alltoalls on all lanes at once; NCCL&apos;s PXN.</source>
        <translation>Ein Alltoall der Daten der Bahnen in jeder Gruppe, dann Alltoalls auf allen Bahnen zugleich; NCCLs PXN.</translation>
    </message>
    <message>
        <source>A reduce-scatter of the lanes&apos; data inside every group, then reduce-scatters on all lanes at once.</source>
        <translation>Ein Reduce-Scatter der Daten der Bahnen in jeder Gruppe, dann Reduce-Scatters auf allen Bahnen zugleich.</translation>
    </message>
    <message>
        <source>A reduction inside every group to its leader, then one between the leaders.</source>
        <translation>Eine Reduktion in jeder Gruppe zu ihrem Anführer, dann eine zwischen den Anführern.</translation>
    </message>
    <message>
        <source>K-ary N-tree; three levels of K-port switches; or M children, W parents and P parallel links to each by level</source>
        <translation>K-närer N-Baum; drei Ebenen von Switches mit K Ports; oder M Kinder, W Eltern und P parallele Verbindungen zu jedem, je Ebene</translation>
    </message>
    <message>
        <source>L leaf switches of H hosts, each with P links (1) to each of S spine switches</source>
        <translation>L Blatt-Switches mit H Hosts, jeder mit P Verbindungen (1) zu jedem von S Spine-Switches</translation>
    </message>
    <message>
        <source>Large and small blocks are gathered over a binomial tree each, then one message.</source>
        <translation>Große und kleine Blöcke werden je über einen Binomialbaum gesammelt, dann eine Nachricht.</translation>
    </message>
    <message>
        <source>Largest number of blocks that a rank of PAT handles in one step, rounded down to a power of two. Default: auto (no limit)</source>
        <translation>Größte Zahl von Blöcken, die ein Rang von PAT in einem Schritt behandelt, abgerundet auf eine Zweierpotenz. Standard: auto (keine Grenze)</translation>
    </message>
    <message>
        <source>Largest resident size of the process so far, in bytes</source>
        <translation>Größter bisher belegter Speicher des Prozesses, in Bytes</translation>
    </message>
    <message>
        <source>Latency deficiency Λ</source>
        <translation>Latenzdefizit Λ</translation>
    </message>
    <message>
        <source>Latency of a link. Default: 100ns</source>
        <translation>Latenz einer Verbindung. Standard: 100ns</translation>
    </message>
    <message>
        <source>Latency of links above the lowest level: between switches. Default: as link_latency</source>
        <translation>Latenz der Verbindungen über der untersten Ebene: zwischen Switches. Standard: wie link_latency</translation>
    </message>
    <message>
        <source>Latency of the links of every level, the lowest first. Default: as link_latency and core_latency say</source>
        <translation>Latenz der Verbindungen jeder Ebene, die unterste zuerst. Standard: wie link_latency und core_latency</translation>
    </message>
    <message>
        <source>Least time</source>
        <translation>Kürzeste Zeit</translation>
    </message>
    <message>
        <source>Least time of the bytes of the busiest host on its ports and links, after the α and latency of a message</source>
        <translation>Kürzeste Zeit für die Bytes des belastetsten Hosts auf seinen Ports und Verbindungen, nach α und Latenz einer Nachricht</translation>
    </message>
    <message>
        <source>Least time of the bytes that must cross the worst cut of this network, after the α and latency of a message</source>
        <translation>Kürzeste Zeit für die Bytes, die den engsten Schnitt dieses Netzes überqueren müssen, nach α und Latenz einer Nachricht</translation>
    </message>
    <message>
        <source>Least time of α and latency on this network: to the farthest host, and in the fewest rounds</source>
        <translation>Kürzeste Zeit für α und Latenz auf diesem Netz: bis zum fernsten Host und in den wenigsten Runden</translation>
    </message>
    <message>
        <source>Links of the critical path</source>
        <translation>Verbindungen des kritischen Pfads</translation>
    </message>
    <message>
        <source>Links that carry nothing, named as in slow_links. Messages take another shortest route, or else a detour through nodes that forward. Default: none</source>
        <translation>Verbindungen, die nichts tragen, benannt wie die von slow_links. Nachrichten nehmen einen anderen kürzesten Weg, sonst einen Umweg über Knoten, die weiterleiten. Standard: none</translation>
    </message>
    <message>
        <source>Links with less bandwidth or more latency, in both directions: 0-1=0.5 (half the bandwidth), 3-s0=+2us (to switch 0), level:1=0.5+2us, 5%=0.25 (of all, by the seed; level:1:5% of a level). Default: none</source>
        <translation>Verbindungen mit weniger Bandbreite oder mehr Latenz, in beiden Richtungen: 0-1=0.5 (die halbe Bandbreite), 3-s0=+2us (zu Switch 0), level:1=0.5+2us, 5%=0.25 (von allen, nach dem Startwert; level:1:5% von einer Ebene). Standard: none</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Longest time that a rank of an execution trace communicates and does not compute</source>
        <translation>Längste Zeit, die ein Rang eines Execution Trace kommuniziert und nicht rechnet</translation>
    </message>
    <message>
        <source>Longest time that a rank of an execution trace computes</source>
        <translation>Längste Zeit, die ein Rang eines Execution Trace rechnet</translation>
    </message>
    <message>
        <source>Longest time that a rank of an execution trace is in collectives, waiting included</source>
        <translation>Längste Zeit, die ein Rang eines Execution Trace in Kollektiven ist, Warten eingeschlossen</translation>
    </message>
    <message>
        <source>Longest time that a rank of an execution trace sends or receives, waiting included</source>
        <translation>Längste Zeit, die ein Rang eines Execution Trace sendet oder empfängt, Warten eingeschlossen</translation>
    </message>
    <message>
        <source>Lower end of the 95 % confidence interval of the median</source>
        <translation>Unteres Ende des 95-%-Konfidenzintervalls des Medians</translation>
    </message>
    <message>
        <source>Mean completion time of the repeats</source>
        <translation>Mittlere Gesamtzeit der Wiederholungen</translation>
    </message>
    <message>
        <source>Mean time</source>
        <translation>Mittlere Zeit</translation>
    </message>
    <message>
        <source>Median from</source>
        <translation>Median von</translation>
    </message>
    <message>
        <source>Median of the completion times of all repeats</source>
        <translation>Median der Gesamtzeiten aller Wiederholungen</translation>
    </message>
    <message>
        <source>Median time</source>
        <translation>Median der Zeit</translation>
    </message>
    <message>
        <source>Median to</source>
        <translation>Median bis</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Messages between hosts up to this size are copied into a buffer: they start at once, and the sender continues when its processor has done its part. Default: none</source>
        <translation>Nachrichten zwischen Hosts bis zu dieser Größe werden in einen Puffer kopiert: Sie beginnen sofort, und der Sender macht weiter, wenn sein Prozessor seinen Teil getan hat. Standard: keine</translation>
    </message>
    <message>
        <source>Messages divided by the real time of their emulation</source>
        <translation>Nachrichten, geteilt durch die wirkliche Zeit ihrer Emulation</translation>
    </message>
    <message>
        <source>Messages of round {}</source>
        <translation>Nachrichten der Runde {}</translation>
    </message>
    <message>
        <source>Messages per second</source>
        <translation>Nachrichten je Sekunde</translation>
    </message>
    <message>
        <source>Messages that cross one link at the same time share its bandwidth, so that each takes longer.</source>
        <translation>Nachrichten, die zugleich über eine Verbindung gehen, teilen sich ihre Bandbreite und dauern deshalb länger.</translation>
    </message>
    <message>
        <source>Moment of the run</source>
        <translation>Moment des Laufs</translation>
    </message>
    <message>
        <source>Most bytes that one link carried</source>
        <translation>Die meisten Bytes, die eine Verbindung getragen hat</translation>
    </message>
    <message>
        <source>Most bytes that one rank reduced</source>
        <translation>Die meisten Bytes, die ein Rang reduziert hat</translation>
    </message>
    <message>
        <source>Most bytes that one rank sent</source>
        <translation>Die meisten Bytes, die ein Rang gesendet hat</translation>
    </message>
    <message>
        <source>Most data go to near ranks, on alternating sides; the same as swing.</source>
        <translation>Die meisten Daten gehen an nahe Ränge, auf wechselnden Seiten; dasselbe wie swing.</translation>
    </message>
    <message>
        <source>Most time</source>
        <translation>Längste Zeit</translation>
    </message>
    <message>
        <source>N nodes of 4 A100 and 4 ports at 100 Gb/s in a dragonfly+</source>
        <translation>N Knoten mit 4 A100 und 4 Ports mit 100 Gb/s in einem Dragonfly+</translation>
    </message>
    <message>
        <source>N nodes of 4 MI250X (8 dies) and 4 ports at 200 Gb/s in a dragonfly</source>
        <translation>N Knoten mit 4 MI250X (8 Dies) und 4 Ports mit 200 Gb/s in einem Dragonfly</translation>
    </message>
    <message>
        <source>N nodes of 8 H100 with NVSwitch and 8 rails at 400 Gb/s</source>
        <translation>N Knoten mit 8 H100, NVSwitch und 8 Schienen mit 400 Gb/s</translation>
    </message>
    <message>
        <source>N nodes of G GPUs (the hosts) with K NICs each on another network, whose hosts are the NICs, or the nodes (their NICs act as one; rail-only: a network for each rail); striped: a message goes in equal parts over all NICs of its nodes</source>
        <translation>N Knoten mit G GPUs (den Hosts) und je K NICs an einem anderen Netz, dessen Hosts die NICs sind oder die Knoten (ihre NICs wirken wie eine; rail-only: ein Netz für jede Schiene); striped: eine Nachricht geht in gleichen Teilen über alle NICs ihrer Knoten</translation>
    </message>
    <message>
        <source>Near partners first, as bine-doubling, but each block is a message: all those of a step at once.</source>
        <translation>Nahe Partner zuerst wie bei bine-doubling, aber jeder Block ist eine Nachricht: alle eines Schritts auf einmal.</translation>
    </message>
    <message>
        <source>Near partners last, as bine-halving, but each block is a message: all those of a step at once.</source>
        <translation>Nahe Partner zuletzt wie bei bine-halving, aber jeder Block ist eine Nachricht: alle eines Schritts auf einmal.</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Number of messages that a host sends, and receives, at the same time. Default: 1</source>
        <translation>Zahl der Nachrichten, die ein Host zugleich sendet, und die er zugleich empfängt. Standard: 1</translation>
    </message>
    <message>
        <source>Number of passes of a schedule of chunks, each with a K-th of every chunk, as executors run large ones; a thread block begins the next pass when it has ended its own. Default: 1</source>
        <translation>Zahl der Durchgänge eines Ablaufplans aus Stücken, jeder mit einem K-tel jedes Stücks, wie ihn Executors bei großen machen; ein Threadblock beginnt den nächsten Durchgang, wenn er seinen eigenen beendet hat. Standard: 1</translation>
    </message>
    <message>
        <source>Number of ranks p. Default: as many as the topology has room for</source>
        <translation>Zahl der Ränge p. Standard: so viele, wie in die Topologie passen</translation>
    </message>
    <message>
        <source>Number of runs of each cell, with different seeds: reports have the median, percentiles and a confidence interval; all other metrics are those of the first run, with the given seed. Default: 1</source>
        <translation>Zahl der Läufe jeder Zelle, mit verschiedenen Startwerten: Berichte enthalten den Median, Perzentile und ein Konfidenzintervall; alle anderen Kennzahlen sind die des ersten Laufs, mit dem gegebenen Startwert. Standard: 1</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Allgathers on all lanes at once, then an allgather of the lanes&apos; data inside every group.</source>
        <translation>Allgathers auf allen Bahnen zugleich, dann ein Allgather der Daten der Bahnen in jeder Gruppe.</translation>
    </message>
    <message>
        <source>One message takes the blocks of one kind to their tree; then large and small blocks are scattered over a binomial tree each.</source>
        <translation>Eine Nachricht bringt die Blöcke der einen Art zu ihrem Baum; dann werden große und kleine je über einen Binomialbaum verteilt.</translation>
    </message>
    <message>
        <source>One of the p participants of a collective; ranks are numbered from 0 to p-1.</source>
        <translation>Einer der p Teilnehmer einer kollektiven Operation; Ränge sind von 0 bis p-1 nummeriert.</translation>
    </message>
    <message>
        <source>Over a binomial tree by ranks, in which the roots of subtrees depend on the sizes.</source>
        <translation>Über einen Binomialbaum nach Rängen, in dem die Wurzeln der Teilbäume von den Größen abhängen.</translation>
    </message>
    <message>
        <source>Over a binomial tree by ranks, which ignores the sizes.</source>
        <translation>Über einen Binomialbaum nach Rängen, der die Größen nicht beachtet.</translation>
    </message>
    <message>
        <source>Over a star: the root sends to all others, one after another.</source>
        <translation>Über einen Stern: Die Wurzel sendet an alle anderen, einen nach dem anderen.</translation>
    </message>
    <message>
        <source>Over a star: the root receives from all others, one after another.</source>
        <translation>Über einen Stern: Die Wurzel empfängt von allen anderen, einem nach dem anderen.</translation>
    </message>
    <message>
        <source>Over one link</source>
        <translation>Über eine Verbindung</translation>
    </message>
    <message>
        <source>Over the best ordered tree with at most two children, found in O(p^3).</source>
        <translation>Über den besten geordneten Baum mit höchstens zwei Kindern, gefunden in O(p^3).</translation>
    </message>
    <message>
        <source>Over the best strongly ordered tree, found in O(p^3).</source>
        <translation>Über den besten streng geordneten Baum, gefunden in O(p^3).</translation>
    </message>
    <message>
        <source>Over the best tree of all for few ranks, over a heuristic one for many.</source>
        <translation>Bei wenigen Rängen über den besten Baum, bei vielen über einen heuristischen.</translation>
    </message>
    <message>
        <source>Over the best tree whose ranks exchange with their nearest neighbours first, found in O(p^2).</source>
        <translation>Über den besten Baum, dessen Ränge zuerst mit ihren nächsten Nachbarn tauschen, gefunden in O(p^2).</translation>
    </message>
    <message>
        <source>Over the best tree with nearest neighbours first and last ranks that copy last, found in O(p^3).</source>
        <translation>Über den besten Baum, in dem die nächsten Nachbarn zuerst kommen und der letzte Rang zuletzt kopiert, in O(p^3).</translation>
    </message>
    <message>
        <source>Over the best weakly ordered tree for few ranks, over a heuristic one for many.</source>
        <translation>Bei wenigen Rängen über den besten schwach geordneten Baum, bei vielen über einen heuristischen.</translation>
    </message>
    <message>
        <source>P hosts with a link from each to each other</source>
        <translation>P Hosts mit einer Verbindung von jedem zu jedem anderen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Pairs at distance 1, 2, 4, ... exchange and add whole vectors: the fewest rounds, the most bytes.</source>
        <translation>Paare im Abstand 1, 2, 4, ... tauschen und addieren ganze Vektoren: die wenigsten Runden, die meisten Bytes.</translation>
    </message>
    <message>
        <source>Pairs at doubling distances exchange halves of the remaining data.</source>
        <translation>Paare in sich verdoppelnden Abständen tauschen Hälften der restlichen Daten.</translation>
    </message>
    <message>
        <source>Pairs at doubling distances exchange the sums over their groups; rank order is kept.</source>
        <translation>Paare in sich verdoppelnden Abständen tauschen die Summen über ihre Gruppen; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Pairs at doubling distances exchange whole vectors or halves, whichever is faster on the network; along the dimensions of a torus of powers of two.</source>
        <translation>Paare in sich verdoppelnden Abständen tauschen ganze Vektoren oder Hälften, was auf dem Netz schneller ist; entlang der Dimensionen eines Torus aus Zweierpotenzen.</translation>
    </message>
    <message>
        <source>Pairs at halving distances exchange halves of the remaining data.</source>
        <translation>Paare in sich halbierenden Abständen tauschen Hälften der restlichen Daten.</translation>
    </message>
    <message>
        <source>Pairs exchange all they hold at doubling distances; p is a power of two.</source>
        <translation>Paare tauschen in sich verdoppelnden Abständen alles, was sie haben; p ist eine Zweierpotenz.</translation>
    </message>
    <message>
        <source>Parameter ρ of the distributions spikes and skewed. Default: 5</source>
        <translation>Parameter ρ der Verteilungen spikes und skewed. Standard: 5</translation>
    </message>
    <message>
        <source>Partial sums move down a binomial tree.</source>
        <translation>Teilsummen gehen einen Binomialbaum hinab.</translation>
    </message>
    <message>
        <source>Partial sums move up a Bine tree, over the long edges first.</source>
        <translation>Teilsummen steigen einen Bine-Baum hinauf, über die langen Kanten zuerst.</translation>
    </message>
    <message>
        <source>Partial sums move up a Bine tree, over the short edges first.</source>
        <translation>Teilsummen steigen einen Bine-Baum hinauf, über die kurzen Kanten zuerst.</translation>
    </message>
    <message>
        <source>Partial sums move up a binomial tree, at half the distance of the round before.</source>
        <translation>Teilsummen steigen einen Binomialbaum hinauf, im halben Abstand der Runde davor.</translation>
    </message>
    <message>
        <source>Partial sums of blocks travel round the ring once.</source>
        <translation>Teilsummen von Blöcken laufen einmal um den Ring.</translation>
    </message>
    <message>
        <source>Partial sums of k-1 children come up a k-nomial tree in each round.</source>
        <translation>Teilsummen von k-1 Kindern steigen in jeder Runde einen k-Nomialbaum hinauf.</translation>
    </message>
    <message>
        <source>Partial sums travel round Hamiltonian cycles of a torus, through all ports.</source>
        <translation>Teilsummen laufen auf Hamiltonkreisen eines Torus um, durch alle Ports.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Größter Speicher</translation>
    </message>
    <message>
        <source>Period of the noise; each rank has a random phase. Default: 1ms</source>
        <translation>Periode des Rauschens; jeder Rang hat eine zufällige Phase. Standard: 1ms</translation>
    </message>
    <message>
        <source>Pieces are summed and handed back over partners on alternating sides; ranks beyond a power of two fold.</source>
        <translation>Teile werden summiert und zurückgegeben, über Partner auf wechselnden Seiten; Ränge jenseits einer Zweierpotenz werden gefaltet.</translation>
    </message>
    <message>
        <source>Pieces go down a Bine tree and are put together again; no piece goes back to a rank that has it.</source>
        <translation>Stücke gehen einen Bine-Baum hinab und werden wieder zusammengesetzt; keines geht zurück zu einem Rang, der es hat.</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Please answer with {}.</source>
        <translation>Bitte antworten Sie so: {}.</translation>
    </message>
    <message>
        <source>Prefix sums of n blocks flow along a chain of ranks; rank order is kept.</source>
        <translation>Präfixsummen von n Blöcken fließen eine Kette von Rängen entlang; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Processing time for each link that a message crosses. Default: 0ns</source>
        <translation>Bearbeitungszeit für jede Verbindung, über die eine Nachricht geht. Standard: 0ns</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>R x C boards, each a mesh of AxB hosts; fat trees join the edges in rows and columns</source>
        <translation>R x C Platinen, jede ein Gitter aus AxB Hosts; Fat Trees verbinden die Ränder in Zeilen und Spalten</translation>
    </message>
    <message>
        <source>Radix k of algorithms such as k-nomial trees: in a round a rank has k-1 messages in flight. Default: auto (the best on this network)</source>
        <translation>Basis k von Algorithmen wie k-nomialen Bäumen: In einer Runde hat ein Rang k-1 Nachrichten unterwegs. Standard: auto (das beste auf diesem Netz)</translation>
    </message>
    <message>
        <source>Ranks are identical if they can be renumbered so that network and algorithm stay the same; one representative rank stands for each class.</source>
        <translation>Ränge sind gleich, wenn sie sich so umnummerieren lassen, dass Netz und Algorithmus gleich bleiben; ein Vertreter steht für jede Klasse.</translation>
    </message>
    <message>
        <source>Ranks exchange all they hold at doubling distances; the result is rotated back at the end.</source>
        <translation>Die Ränge tauschen in sich verdoppelnden Abständen alles, was sie haben; am Ende wird das Ergebnis zurückgedreht.</translation>
    </message>
    <message>
        <source>Ranks exchange with their left and right neighbours in turn, two blocks at a time; p is even.</source>
        <translation>Die Ränge tauschen abwechselnd mit dem linken und dem rechten Nachbarn, je zwei Blöcke; p ist gerade.</translation>
    </message>
    <message>
        <source>Ranks hand on all they hold to k-1 others, at k times the distance in each step.</source>
        <translation>Die Ränge geben alles, was sie haben, an k-1 andere weiter, in jedem Schritt im k-fachen Abstand.</translation>
    </message>
    <message>
        <source>Ranks pass on all they hold at doubling distances.</source>
        <translation>Die Ränge geben alles, was sie haben, in sich verdoppelnden Abständen weiter.</translation>
    </message>
    <message>
        <source>Ranks that have the vector pass it on to partners on alternating sides, the far ones first.</source>
        <translation>Ränge, die den Vektor haben, geben ihn an Partner auf wechselnden Seiten weiter, an die fernen zuerst.</translation>
    </message>
    <message>
        <source>Ranks that have the vector pass it on to partners on alternating sides, the near ones first.</source>
        <translation>Ränge, die den Vektor haben, geben ihn an Partner auf wechselnden Seiten weiter, an die nahen zuerst.</translation>
    </message>
    <message>
        <source>Ranks with slower processors, by a factor: 3=2, 8-11=1.5, or 10%=4 for a tenth of them. Their α, γ, overhead and copies take longer. Default: none</source>
        <translation>Ränge, deren Prozessoren um einen Faktor langsamer sind: 3=2, 8-11=1.5 oder 10%=4 für ein Zehntel von ihnen; ihr α, γ, overhead und ihre Kopien dauern länger. Standard: none</translation>
    </message>
    <message>
        <source>Rates at which no message could go faster without slowing down another one that is no faster.</source>
        <translation>Raten, bei denen keine Nachricht schneller sein könnte, ohne eine andere zu bremsen, die nicht schneller ist.</translation>
    </message>
    <message>
        <source>Real time of the cell in seconds, including its report</source>
        <translation>Wirkliche Zeit der Zelle in Sekunden, mit ihrem Bericht</translation>
    </message>
    <message>
        <source>Recursive doubling through all ports of a torus, plain and mirrored at once.</source>
        <translation>Recursive Doubling durch alle Ports eines Torus, gerade und gespiegelt zugleich.</translation>
    </message>
    <message>
        <source>Reduce inside of every group to its leader, allreduce between the leaders, broadcast inside.</source>
        <translation>Reduce in jeder Gruppe zum Anführer, Allreduce zwischen den Anführern, Broadcast innerhalb.</translation>
    </message>
    <message>
        <source>Reduce inside of every group to its leader, reduce-scatter between the leaders, scatter inside.</source>
        <translation>Reduce in jeder Gruppe zum Anführer, Reduce-Scatter zwischen den Anführern, Verteilen innerhalb.</translation>
    </message>
    <message>
        <source>Reduce-scatter along one dimension of a grid after the other, and allgather backwards.</source>
        <translation>Reduce-Scatter entlang einer Dimension eines Gitters nach der anderen, und Allgather rückwärts.</translation>
    </message>
    <message>
        <source>Reduce-scatter and allgather by halves, with partners that swing from side to side, through all ports of a torus: few rounds, the fewest bytes, little congestion.</source>
        <translation>Reduce-Scatter und Allgather in Hälften, mit Partnern, die von Seite zu Seite schwingen, durch alle Ports eines Torus: wenige Runden, die wenigsten Bytes, wenig Stau.</translation>
    </message>
    <message>
        <source>Reduce-scatter and allgather with ranks at both sides at once, at three times the distance in each step: log3 of each side steps.</source>
        <translation>Reduce-Scatter und Allgather mit Rängen auf beiden Seiten zugleich, jedes Mal im dreifachen Abstand: log3 jeder Seite an Schritten.</translation>
    </message>
    <message>
        <source>Reduce-scatter and allgather of blocks cut into n over a circulant graph, for any p.</source>
        <translation>Reduce-Scatter und Allgather von Blöcken, die in n geteilt sind, über einen zirkulanten Graphen, für jedes p.</translation>
    </message>
    <message>
        <source>Reduce-scatter and allgather on a circulant graph: 2 ceil(log2 p) rounds and the least volume for any p.</source>
        <translation>Reduce-Scatter und Allgather auf einem zirkulanten Graphen: 2 ceil(log2 p) Runden und das kleinste Volumen für jedes p.</translation>
    </message>
    <message>
        <source>Reduce-scatter by halving the vector at doubling distances, then allgather backwards: few rounds and few bytes.</source>
        <translation>Reduce-Scatter durch Halbieren des Vektors in sich verdoppelnden Abständen, dann Allgather rückwärts: wenige Runden und wenige Bytes.</translation>
    </message>
    <message>
        <source>Reduce-scatter inside of every group, allreduce on all lanes at once, allgather inside; the hierarchical allreduce of NCCL and MSCCL.</source>
        <translation>Reduce-Scatter in jeder Gruppe, Allreduce auf allen Bahnen zugleich, Allgather innerhalb; das hierarchische Allreduce von NCCL und MSCCL.</translation>
    </message>
    <message>
        <source>Reduce-scatter inside of every group, reduce on all lanes at once, gather inside of the root&apos;s group.</source>
        <translation>Reduce-Scatter in jeder Gruppe, Reduce auf allen Bahnen zugleich, Gather in der Gruppe der Wurzel.</translation>
    </message>
    <message>
        <source>Reduced by one rank</source>
        <translation>Von einem Rang reduziert</translation>
    </message>
    <message>
        <source>Reproducible sums</source>
        <translation>Reproduzierbare Summen</translation>
    </message>
    <message>
        <source>Result verified</source>
        <translation>Ergebnis geprüft</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Read the page again, and count the rounds and bytes of each run.</source>
        <translation>Lesen Sie die Seite noch einmal und zählen Sie Runden und Bytes jedes Laufs.</translation>
    </message>
    <message>
        <source>Read the page again, and follow the arrows of the tree.</source>
        <translation>Lesen Sie die Seite noch einmal und folgen Sie den Pfeilen des Baums.</translation>
    </message>
    <message>
        <source>Read the page again, and follow the rows of the timeline.</source>
        <translation>Lesen Sie die Seite noch einmal und folgen Sie den Zeilen der Zeitachse.</translation>
    </message>
    <message>
        <source>Read the page again, and look at the blocks that each rank holds.</source>
        <translation>Lesen Sie die Seite noch einmal und sehen Sie sich die Blöcke jedes Rangs an.</translation>
    </message>
    <message>
        <source>Read the page again, and step through the rounds that are shown.</source>
        <translation>Lesen Sie die Seite noch einmal und gehen Sie die gezeigten Runden durch.</translation>
    </message>
    <message>
        <source>Ring allgathers along one dimension after the other, through all ports.</source>
        <translation>Ring-Allgathers entlang einer Dimension nach der anderen, durch alle Ports.</translation>
    </message>
    <message>
        <source>Ring reduce-scatters along one dimension after the other, through all ports.</source>
        <translation>Ring-Reduce-Scatters entlang einer Dimension nach der anderen, durch alle Ports.</translation>
    </message>
    <message>
        <source>Rings along one dimension after the other, each on less data, through all ports of a torus: neighbours only, many rounds.</source>
        <translation>Ringe entlang einer Dimension nach der anderen, jedes Mal mit weniger Daten, durch alle Ports eines Torus: nur Nachbarn, viele Runden.</translation>
    </message>
    <message>
        <source>Rings along two edge-disjoint Hamiltonian cycles of a 2D torus, in both directions: the fewest bytes, neighbours only, the most rounds.</source>
        <translation>Ringe auf zwei kantendisjunkten Hamiltonkreisen eines 2D-Torus, in beiden Richtungen: die wenigsten Bytes, nur Nachbarn, die meisten Runden.</translation>
    </message>
    <message>
        <source>Rings inside of groups of k ranks; whole groups of blocks go on to the next group, through all its ranks.</source>
        <translation>Ringe innerhalb von Gruppen aus k Rängen; ganze Gruppen von Blöcken gehen zur nächsten Gruppe, durch alle ihre Ränge.</translation>
    </message>
    <message>
        <source>Round {}: {}</source>
        <translation>Runde {}: {}</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Rounds divided by the fewest possible, which are ceil(log2 p) unless a rank sends to several ranks at once; 1 is optimal</source>
        <translation>Runden, geteilt durch die wenigsten möglichen, ceil(log2 p), wenn kein Rang an mehrere zugleich sendet; 1 ist optimal</translation>
    </message>
    <message>
        <source>Rounds overlap</source>
        <translation>Runden überlappen</translation>
    </message>
    <message>
        <source>Runs of ranks on alternating sides are exchanged with far partners first; messages are contiguous.</source>
        <translation>Folgen von Rängen auf wechselnden Seiten werden getauscht, zuerst mit fernen Partnern; die Nachrichten sind zusammenhängend.</translation>
    </message>
    <message>
        <source>Runs of ranks on alternating sides are exchanged with near partners first; messages are contiguous.</source>
        <translation>Folgen von Rängen auf wechselnden Seiten werden getauscht, zuerst mit nahen Partnern; die Nachrichten sind zusammenhängend.</translation>
    </message>
    <message>
        <source>Scatter and ring allgather, in which no rank receives data that it already has.</source>
        <translation>Scatter und Ring-Allgather, wobei kein Rang Daten bekommt, die er schon hat.</translation>
    </message>
    <message>
        <source>Scatter from the root, then allgather, on ranks that are numbered from the root on.</source>
        <translation>Scatter von der Wurzel aus, dann Allgather, auf Rängen, die von der Wurzel an gezählt sind.</translation>
    </message>
    <message>
        <source>Scatter inside of the root&apos;s group, broadcast on all lanes at once, allgather inside of every group.</source>
        <translation>Verteilen in der Gruppe der Wurzel, Broadcast auf allen Bahnen zugleich, Allgather in jeder Gruppe.</translation>
    </message>
    <message>
        <source>Seed of everything random. Default: 1</source>
        <translation>Startwert von allem, was zufällig ist. Standard: 1</translation>
    </message>
    <message>
        <source>Sends and receives</source>
        <translation>Senden und Empfangen</translation>
    </message>
    <message>
        <source>Sent by one rank</source>
        <translation>Von einem Rang gesendet</translation>
    </message>
    <message>
        <source>Sent in total</source>
        <translation>Insgesamt gesendet</translation>
    </message>
    <message>
        <source>Signals at doubling distances: after ceil(log2 p) rounds each rank has heard of every other.</source>
        <translation>Signale in sich verdoppelnden Abständen: Nach ceil(log2 p) Runden hat jeder von jedem gehört.</translation>
    </message>
    <message>
        <source>Signals come up a k-nomial tree and go down again.</source>
        <translation>Signale steigen einen k-Nomialbaum hinauf und wieder hinab.</translation>
    </message>
    <message>
        <source>Size from which on scratch memory is new, so that touch applies. Default: 0B</source>
        <translation>Größe, ab der Hilfsspeicher neu ist, sodass touch gilt. Standard: 0B</translation>
    </message>
    <message>
        <source>Size of the problem; `orrery list collectives` says which bytes count. Default: 1KiB</source>
        <translation>Größe des Problems; `orrery list collectives` sagt, welche Bytes zählen. Standard: 1KiB</translation>
    </message>
    <message>
        <source>Sparbit that waits for blocks, not for steps: each block is passed on when it has arrived.</source>
        <translation>Sparbit, das auf Blöcke wartet statt auf Schritte: Jeder Block wird weitergegeben, sobald er angekommen ist.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>Start-up time of a message between two ranks of one host. Default: 0ns</source>
        <translation>Anlaufzeit einer Nachricht zwischen zwei Rängen eines Hosts. Standard: 0ns</translation>
    </message>
    <message>
        <source>Start-up time of a message. Default: 0ns</source>
        <translation>Anlaufzeit einer Nachricht. Standard: 0ns</translation>
    </message>
    <message>
        <source>Start-up time of messages of at least these sizes, in place of alpha. Default: none</source>
        <translation>Anlaufzeit von Nachrichten ab diesen Größen, statt alpha. Standard: keine</translation>
    </message>
    <message>
        <source>Steps marked by the algorithm</source>
        <translation>Schritte, die der Algorithmus kennzeichnet</translation>
    </message>
    <message>
        <source>Stretches of the critical path</source>
        <translation>Abschnitte des kritischen Pfads</translation>
    </message>
    <message>
        <source>Sums flow up two binary trees of half of the ranks, the roots exchange them, and results flow back meanwhile; rank order is kept.</source>
        <translation>Summen fließen zwei Binärbäume aus je der Hälfte der Ränge hinauf, die Wurzeln tauschen sie, und Ergebnisse fließen unterdessen zurück; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Sums of aligned groups of ranks go up a binary tree, and prefixes come down; rank order is kept.</source>
        <translation>Summen ausgerichteter Gruppen von Rängen steigen einen Binärbaum hinauf, und Präfixe kommen herab; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Sums of both halves flow up a binary tree of their own, in which the inner ranks of the other are leaves.</source>
        <translation>Summen beider Hälften fließen je einen eigenen Binärbaum hinauf, in dem die inneren Ränge des anderen Blätter sind.</translation>
    </message>
    <message>
        <source>Sums of n blocks flow down a chain of ranks to the root.</source>
        <translation>Summen von n Blöcken fließen eine Kette von Rängen zur Wurzel hinab.</translation>
    </message>
    <message>
        <source>Sums of n blocks flow down a chain of ranks while results come back up; rank order is kept.</source>
        <translation>Summen von n Blöcken fließen eine Kette von Rängen hinab, während Ergebnisse zurückkommen; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Sums over growing ranges of ranks, in the fewest rounds for any p; for small vectors.</source>
        <translation>Summen über wachsende Bereiche von Rängen, in den wenigsten Runden für jedes p; für kleine Vektoren.</translation>
    </message>
    <message>
        <source>The algorithm, or all of them; see `orrery list algorithms`. Algorithms of several levels name their parts in parentheses: hierarchical(intra=ring, inter=swing). Those of libraries have their names there: openmpi:allreduce:4. Default: ring, or the collective&apos;s first</source>
        <translation>Der Algorithmus, oder alle (all); siehe `orrery list algorithms`. Algorithmen mit mehreren Ebenen nennen ihre Teile in Klammern: hierarchical(intra=ring, inter=swing). Die von Bibliotheken heißen wie dort: openmpi:allreduce:4. Standard: ring, oder der erste der Kollektive</translation>
    </message>
    <message>
        <source>The fastest on the network of swing-latency, swing-bandwidth and, on odd sides, swing-direct, swing-virtual (its nodes that play two together or apart), swing-ahead (also with the messages of that node in the other order), swing-turns (in two to four turns) and swing-folded.</source>
        <translation>Der schnellste auf dem Netz von swing-latency, swing-bandwidth und, bei ungeraden Seiten, swing-direct, swing-virtual (die doppelten Knoten beisammen oder getrennt), swing-ahead (auch mit den Nachrichten dieses Knotens in anderer Reihenfolge), swing-turns (zwei bis vier zugleich) und swing-folded.</translation>
    </message>
    <message>
        <source>The allgather of k-ring backwards: sums travel round rings of k ranks, and from group to group.</source>
        <translation>Das Allgather von k-ring rückwärts: Summen laufen um Ringe aus k Rängen und von Gruppe zu Gruppe.</translation>
    </message>
    <message>
        <source>The answer is {}.</source>
        <translation>Die Antwort ist {}.</translation>
    </message>
    <message>
        <source>The bandwidth deficiency: the bytes through the busiest port divided by the fewest possible if all links of a host are used; 1 is optimal.</source>
        <translation>Das Bandbreitendefizit: die Bytes durch den belastetsten Port, geteilt durch die wenigsten möglichen, wenn alle Verbindungen eines Hosts genutzt werden; 1 ist optimal.</translation>
    </message>
    <message>
        <source>The chain of work and waits that determines the time of a run; only a faster part of this chain makes the run faster.</source>
        <translation>Die Kette aus Arbeit und Warten, die die Zeit eines Laufs bestimmt; nur ein schnellerer Teil dieser Kette macht den Lauf schneller.</translation>
    </message>
    <message>
        <source>The collective; see `orrery list collectives`. Default: allreduce</source>
        <translation>Die kollektive Operation; siehe `orrery list collectives`. Standard: allreduce</translation>
    </message>
    <message>
        <source>The congestion deficiency: the bytes over the busiest link divided by those through the busiest port, each summed over the rounds; 1 is optimal.</source>
        <translation>Das Staudefizit: die Bytes über die belastetste Verbindung, geteilt durch die durch den belastetsten Port, jeweils über die Runden summiert; 1 ist optimal.</translation>
    </message>
    <message>
        <source>The contents of messages: only a size (ghost), the contributors to each element (provenance), or bytes (real).</source>
        <translation>Der Inhalt von Nachrichten: nur eine Größe (ghost), die beitragenden Ränge jedes Elements (provenance), oder Bytes (real).</translation>
    </message>
    <message>
        <source>The critical path by round and rank</source>
        <translation>Der kritische Pfad nach Runde und Rang</translation>
    </message>
    <message>
        <source>The data of ranks double at halving distances, plain and mirrored at once.</source>
        <translation>Die Daten der Ränge verdoppeln sich in sich halbierenden Abständen, gerade und gespiegelt zugleich.</translation>
    </message>
    <message>
        <source>The data of ranks double with partners that swing from side to side, the distant ones first, through all ports of a torus.</source>
        <translation>Die Daten der Ränge verdoppeln sich mit Partnern, die von Seite zu Seite schwingen, die fernen zuerst, durch alle Ports eines Torus.</translation>
    </message>
    <message>
        <source>The distance from a rank to its partner in a circulant algorithm; each round has its own skip.</source>
        <translation>Der Abstand eines Rangs zu seinem Partner in einem zirkulanten Algorithmus; jede Runde hat ihren eigenen Sprung.</translation>
    </message>
    <message>
        <source>The elements of each rank&apos;s block (alltoallv: of its blocks for all ranks, rank 0&apos;s first) in place of distribution and bytes. Default: none</source>
        <translation>Die Elemente im Block jedes Rangs (alltoallv: in seinen Blöcken für alle Ränge, die von Rang 0 zuerst) statt distribution und bytes. Standard: keine</translation>
    </message>
    <message>
        <source>The fewest rounds for every p, with as few sums as the number of 1 bits of p - 1 allows; rank order is kept.</source>
        <translation>Die wenigsten Runden für jedes p, mit so wenigen Summen, wie die Anzahl der 1-Bits von p - 1 erlaubt; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>The gather on the circulant graph, backwards: ceil(log2 p) rounds for any p.</source>
        <translation>Das Gather auf dem zirkulanten Graphen, rückwärts: ceil(log2 p) Runden für jedes p.</translation>
    </message>
    <message>
        <source>The graph in which every rank r has an edge to rank r + s, modulo p, for each skip s.</source>
        <translation>Der Graph, in dem jeder Rang r für jeden Sprung s eine Kante zum Rang r + s, modulo p, hat.</translation>
    </message>
    <message>
        <source>The halves of the vector flow down the two sides of a binary tree; then pairs of ranks, one from each side, exchange them.</source>
        <translation>Die Hälften des Vektors fließen die beiden Seiten eines Binärbaums hinab; dann tauschen Paare von Rängen, einer von jeder Seite, sie aus.</translation>
    </message>
    <message>
        <source>The host of each rank. A file has the numbers of hosts, or is a CSV table whose column node has their names. Default: sequential</source>
        <translation>Der Host jedes Rangs. Eine Datei enthält die Nummern der Hosts oder ist eine CSV-Tabelle, deren Spalte node ihre Namen enthält. Standard: sequential</translation>
    </message>
    <message>
        <source>The latency deficiency: the rounds of a run divided by the fewest possible; 1 is optimal.</source>
        <translation>Das Latenzdefizit: die Runden des Laufs, geteilt durch die wenigsten möglichen; 1 ist optimal.</translation>
    </message>
    <message>
        <source>The links on it</source>
        <translation>Die Verbindungen darauf</translation>
    </message>
    <message>
        <source>The links that a message crosses from its source to its destination; topologies use shortest routes.</source>
        <translation>Die Verbindungen, die eine Nachricht von der Quelle zum Ziel überquert; Topologien verwenden kürzeste Wege.</translation>
    </message>
    <message>
        <source>The loser of each pair signals the winner; the last winner wakes all others in reverse order.</source>
        <translation>Der Verlierer jedes Paares gibt dem Gewinner ein Signal; der letzte Gewinner weckt alle in umgekehrter Folge.</translation>
    </message>
    <message>
        <source>The moving pictures and the questions need JavaScript; texts and tables do not.</source>
        <translation>Die bewegten Bilder und die Fragen brauchen JavaScript; Texte und Tabellen nicht.</translation>
    </message>
    <message>
        <source>The neighbours of a rank in a grid of D dimensions. star: 2D: one step along one dimension, as in MPI_Cart_create; moore: 3^D - 1: one step along one or more dimensions. Default: star</source>
        <translation>Die Nachbarn eines Rangs in einem Gitter mit D Dimensionen. star: 2D, um eins weiter in einer Dimension, wie bei MPI_Cart_create; moore: 3^D - 1, um eins weiter in beliebigen Dimensionen. Standard: star</translation>
    </message>
    <message>
        <source>The network, or a machine such as yahoo; `orrery list topologies` shows all kinds. Default: full:RANKS</source>
        <translation>Das Netz, oder eine Maschine wie yahoo; `orrery list topologies` zeigt alle Arten. Standard: full:RANKS</translation>
    </message>
    <message>
        <source>The overhead of messages of at least these sizes. Default: none</source>
        <translation>Der overhead von Nachrichten ab diesen Größen. Standard: keine</translation>
    </message>
    <message>
        <source>The part of alpha in which the sender&apos;s processor is busy: its messages to other hosts start at least this far apart. Default: 0ns</source>
        <translation>Teil von alpha, in dem der Prozessor des Senders beschäftigt ist: Seine Nachrichten an andere Hosts beginnen mindestens in diesem Abstand. Standard: 0ns</translation>
    </message>
    <message>
        <source>The part of α in which the sender&apos;s processor is busy, so that its messages start at least this far apart.</source>
        <translation>Der Teil von α, in dem der Prozessor des Senders beschäftigt ist; seine Nachrichten beginnen mindestens so weit auseinander.</translation>
    </message>
    <message>
        <source>The rank that has the data before a broadcast or scatter, or the result after a gather or reduce.</source>
        <translation>Der Rang, der vor einem Broadcast oder Scatter die Daten hat, oder nach einem Gather oder Reduce das Ergebnis.</translation>
    </message>
    <message>
        <source>The reduce-scatter and the allgather of k-ring.</source>
        <translation>Das Reduce-Scatter und das Allgather von k-ring.</translation>
    </message>
    <message>
        <source>The reduction operator; matrix-product (2x2 integer matrices) does not commute. Default: sum</source>
        <translation>Der Reduktionsoperator; matrix-product (ganzzahlige 2x2-Matrizen) ist nicht kommutativ. Standard: sum</translation>
    </message>
    <message>
        <source>The root adds the vectors of all ranks one after another.</source>
        <translation>Die Wurzel addiert die Vektoren aller Ränge, einen nach dem anderen.</translation>
    </message>
    <message>
        <source>The root asks one rank after another for its block.</source>
        <translation>Die Wurzel bittet einen Rang nach dem anderen um seinen Block.</translation>
    </message>
    <message>
        <source>The root of a rooted collective; all: a sweep over all ranks. Default: 0</source>
        <translation>Die Wurzel einer Kollektive mit Wurzel; all: eine Reihe über alle Ränge. Standard: 0</translation>
    </message>
    <message>
        <source>The root posts the blocks to all others at once.</source>
        <translation>Die Wurzel stellt die Blöcke für alle anderen auf einmal bereit.</translation>
    </message>
    <message>
        <source>The root posts the receives of all blocks at once.</source>
        <translation>Die Wurzel stellt die Empfänge aller Blöcke auf einmal bereit.</translation>
    </message>
    <message>
        <source>The root posts the vector to all others at once.</source>
        <translation>Die Wurzel stellt den Vektor für alle anderen auf einmal bereit.</translation>
    </message>
    <message>
        <source>The root sends the whole vector to one rank after another.</source>
        <translation>Die Wurzel sendet den ganzen Vektor einem Rang nach dem anderen.</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>Der Lauf</translation>
    </message>
    <message>
        <source>The sequential places, shuffled with the seed</source>
        <translation>Die Plätze von sequential, mit dem Startwert gemischt</translation>
    </message>
    <message>
        <source>The share of duplex for messages of at least these sizes; the shares must fall. Default: none</source>
        <translation>Der Anteil von duplex für Nachrichten ab diesen Größen; er muss mit der Größe fallen. Standard: keine</translation>
    </message>
    <message>
        <source>The shortest route that a message takes. dimension-order: always the first; minimal: the first, but split over both directions of a ring if these are equally long; ecmp: by a hash of the two ranks and the seed; adaptive: the least loaded when it starts. Default: minimal</source>
        <translation>Der kürzeste Weg, den eine Nachricht nimmt. dimension-order: immer der erste; minimal: der erste, aber auf beide Richtungen um einen Ring verteilt, wenn sie gleich lang sind; ecmp: nach einem Hash der beiden Ränge und des Startwerts; adaptive: der am wenigsten belastete, wenn sie beginnt. Standard: minimal</translation>
    </message>
    <message>
        <source>The size of the problem in bytes; `orrery list collectives` says which bytes each collective counts.</source>
        <translation>Die Größe des Problems in Bytes; `orrery list collectives` sagt, welche Bytes jede kollektive Operation zählt.</translation>
    </message>
    <message>
        <source>The time that a link adds to each message that crosses it, whatever its size; α is paid once, latency for each link.</source>
        <translation>Die Zeit, die eine Verbindung jeder Nachricht hinzufügt, gleich welcher Größe; α fällt einmal an, die Latenz je Verbindung.</translation>
    </message>
    <message>
        <source>The time to reduce one byte, for example to add it to another.</source>
        <translation>Die Zeit, um ein Byte zu reduzieren, zum Beispiel um es zu einem anderen zu addieren.</translation>
    </message>
    <message>
        <source>The time to start a message; it does not depend on the size.</source>
        <translation>Die Zeit, um eine Nachricht zu beginnen; sie hängt nicht von der Größe ab.</translation>
    </message>
    <message>
        <source>The time to transfer one byte of a message; its inverse is the bandwidth.</source>
        <translation>Die Zeit, um ein Byte einer Nachricht zu übertragen; ihr Kehrwert ist die Bandbreite.</translation>
    </message>
    <message>
        <source>The type of an element; bytes is a multiple of its size. Default: uint8</source>
        <translation>Der Typ eines Elements; bytes ist ein Vielfaches seiner Größe. Standard: uint8</translation>
    </message>
    <message>
        <source>The useful bytes of a collective divided by its completion time.</source>
        <translation>Die Nutzbytes einer kollektiven Operation, geteilt durch ihre Gesamtzeit.</translation>
    </message>
    <message>
        <source>The vector is scattered over a binomial tree and put together again round the ring.</source>
        <translation>Der Vektor wird über einen Binomialbaum verteilt und um den Ring wieder zusammengesetzt.</translation>
    </message>
    <message>
        <source>The vectors are shifted by one rank, and then summed at doubling distances; rank order is kept.</source>
        <translation>Die Vektoren werden um einen Rang verschoben und dann in sich verdoppelnden Abständen summiert; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Three inclusive rounds, then exclusive ones; rank order is kept.</source>
        <translation>Drei einschließende Runden, dann ausschließende; die Reihenfolge der Ränge bleibt gewahrt.</translation>
    </message>
    <message>
        <source>Time at which each rank begins: a distribution of these times (5us, uniform(0us,10us), normal(10us,2us), exponential(5us), lognormal(5us,0.8), pareto(1us,2.5), weibull(5us,0.7)), the times of some (3=10us; 8-11=..; 10%=.. for a tenth of them), or a file with a time for each. Default: none (all at once)</source>
        <translation>Zeit, zu der jeder Rang beginnt: eine Verteilung dieser Zeiten (5us, uniform(0us,10us), normal(10us,2us), exponential(5us), lognormal(5us,0.8), pareto(1us,2.5), weibull(5us,0.7)), oder die Zeiten einzelner Ränge (3=10us; 8-11=..; 10%=.. für ein Zehntel von ihnen), oder eine Datei mit einer Zeit für jeden. Standard: none (alle zugleich)</translation>
    </message>
    <message>
        <source>Time at which the last rank finishes</source>
        <translation>Zeit, zu der der letzte Rang fertig ist</translation>
    </message>
    <message>
        <source>Time for which a message holds its ports. auto: message for a number of ports, transfer for per-link; message: from its start to its end (telephone model); transfer: only while its bytes flow, so that α and latency overlap with other messages, and a port per link is shared like the link. Default: auto</source>
        <translation>Zeit, für die eine Nachricht ihre Ports hält. auto: message bei einer Zahl von Ports, transfer bei per-link; message: von ihrem Anfang bis zu ihrem Ende (Telefonmodell); transfer: nur während ihre Bytes fließen, sodass α und Latenz mit anderen Nachrichten überlappen und ein Port je Verbindung wie diese geteilt wird. Standard: auto</translation>
    </message>
    <message>
        <source>Time for which a rank's processor is preempted, once in every noise_period: a time, or a distribution as for arrival. Default: none</source>
        <translation>Zeit, für die der Prozessor eines Rangs in jeder noise_period einmal verdrängt wird: eine Zeit oder eine Verteilung wie bei arrival. Standard: none</translation>
    </message>
    <message>
        <source>Time for which the receiver&apos;s processor is busy with an eager message. Default: 0ns</source>
        <translation>Zeit, für die der Prozessor des Empfängers mit einer Eager-Nachricht beschäftigt ist. Standard: 0ns</translation>
    </message>
    <message>
        <source>Time per byte of messages of at least these sizes, at their two ends: before the bytes enter the network. Default: none</source>
        <translation>Zeit je Byte von Nachrichten ab diesen Größen, an ihren beiden Enden: bevor die Bytes ins Netz gehen. Standard: keine</translation>
    </message>
    <message>
        <source>Time per byte of new scratch memory, for the first touch of its pages. Default: 0ps/B</source>
        <translation>Zeit je Byte neuen Hilfsspeichers, für den ersten Zugriff auf seine Seiten. Standard: 0ps/B</translation>
    </message>
    <message>
        <source>Time per byte to copy an eager message, at either end. Default: 0ps/B</source>
        <translation>Zeit je Byte, um eine Eager-Nachricht zu kopieren, an beiden Enden. Standard: 0ps/B</translation>
    </message>
    <message>
        <source>Time to copy a byte within a rank&apos;s memory. Default: gamma</source>
        <translation>Zeit, um ein Byte innerhalb des Speichers eines Rangs zu kopieren. Standard: gamma</translation>
    </message>
    <message>
        <source>Time to reduce or copy a byte. Default: 0ps/B</source>
        <translation>Zeit, um ein Byte zu reduzieren oder zu kopieren. Standard: 0ps/B</translation>
    </message>
    <message>
        <source>Time without contention [s]</source>
        <translation>Zeit ohne Konkurrenz [s]</translation>
    </message>
    <message>
        <source>Traffic of other jobs, which always takes its share of the links: every host to every other (uniform), to the next (neighbour), to the opposite one (opposite), to another by the seed (random), all to host 0 (hotspot). The load is the share of the busiest link. Default: none</source>
        <translation>Verkehr anderer Jobs, der immer seinen Anteil der Verbindungen nimmt: jeder Host an jeden anderen (uniform), an den nächsten (neighbour), an den gegenüber (opposite), an einen anderen nach dem Startwert (random), alle an Host 0 (hotspot). Die Last ist der Anteil der belastetsten Verbindung. Standard: none</translation>
    </message>
    <message>
        <source>Transfer time per byte between two ranks of one host. Default: 0ps/B</source>
        <translation>Übertragungszeit je Byte zwischen zwei Rängen eines Hosts. Standard: 0ps/B</translation>
    </message>
    <message>
        <source>Transfers between ranks</source>
        <translation>Übertragungen zwischen Rängen</translation>
    </message>
    <message>
        <source>Try:</source>
        <translation>Versuchen Sie:</translation>
    </message>
    <message>
        <source>Two runs</source>
        <translation>Zwei Läufe</translation>
    </message>
    <message>
        <source>Upper end of the 95 % confidence interval of the median</source>
        <translation>Oberes Ende des 95-%-Konfidenzintervalls des Medians</translation>
    </message>
    <message>
        <source>Useful bytes divided by completion time</source>
        <translation>Nutzbytes, geteilt durch Gesamtzeit</translation>
    </message>
    <message>
        <source>Wall time</source>
        <translation>Rechenzeit</translation>
    </message>
    <message>
        <source>What its time is made of</source>
        <translation>Woraus seine Zeit besteht</translation>
    </message>
    <message>
        <source>What its time is made of: {}</source>
        <translation>Woraus die Zeit besteht: {}</translation>
    </message>
    <message>
        <source>Whether every rank has the result of the collective</source>
        <translation>Ob jeder Rang das Ergebnis der Kollektive hat</translation>
    </message>
    <message>
        <source>Whether ranks at the ends of the grid are neighbours. true: every dimension is a ring; false: every dimension is a line with ends. Default: true</source>
        <translation>Ob Ränge an den Enden des Gitters Nachbarn sind. true: jede Dimension ist ein Ring; false: jede Dimension ist eine Linie mit Enden. Standard: true</translation>
    </message>
    <message>
        <source>Whether rounds overlapped in time by more than a hundredth; Ψ and Ξ count such rounds as one step</source>
        <translation>Ob Runden sich zeitlich um mehr als ein Hundertstel überlappten; Ψ und Ξ zählen solche Runden als einen Schritt</translation>
    </message>
    <message>
        <source>Whether the cut bound is that of the worst of all cuts, found by maximum flows; otherwise only cuts around hosts, levels of links and halves of dimensions were tried</source>
        <translation>Ob die Schranke die des engsten aller Schnitte ist, gefunden durch maximale Flüsse; sonst wurden nur Schnitte um Hosts, Ebenen von Verbindungen und Hälften von Dimensionen versucht</translation>
    </message>
    <message>
        <source>Pairs and triples of groups exchange whole vectors and join: any number of ranks, few rounds.</source>
        <translation>Je zwei oder drei Gruppen tauschen ganze Vektoren und vereinigen sich: jede Zahl von Rängen, wenige Runden.</translation>
    </message>
    <message>
        <source>Whole vectors are exchanged on alternating sides; the same as swing-latency.</source>
        <translation>Ganze Vektoren werden auf wechselnden Seiten getauscht; dasselbe wie swing-latency.</translation>
    </message>
    <message>
        <source>Whole vectors are exchanged with partners that swing from side to side, through all ports of a torus: the fewest rounds at short distances.</source>
        <translation>Ganze Vektoren werden mit Partnern getauscht, die von Seite zu Seite schwingen, durch alle Ports eines Torus: die wenigsten Runden auf kurzen Wegen.</translation>
    </message>
    <message>
        <source>Whole vectors are exchanged with ranks at both sides at once, at three times the distance in each step: log3 of each side steps.</source>
        <translation>Ganze Vektoren werden mit Rängen auf beiden Seiten zugleich getauscht, jedes Mal im dreifachen Abstand: log3 jeder Seite an Schritten.</translation>
    </message>
    <message>
        <source>With real payload: whether rounded sums and products of floating-point numbers have the same bits everywhere: neither, same on all ranks, or same as the order of ranks</source>
        <translation>Mit echten Daten: ob gerundete Summen und Produkte von Gleitkommazahlen überall dieselben Bits haben: neither (nein), same on all ranks (auf allen Rängen) oder same as the order of ranks (wie in der Reihenfolge der Ränge)</translation>
    </message>
    <message>
        <source>Without contention</source>
        <translation>Ohne Konkurrenz</translation>
    </message>
    <message>
        <source>Worst of all cuts</source>
        <translation>Engster aller Schnitte</translation>
    </message>
    <message>
        <source>{} of {} right with the first answer.</source>
        <translation>{} von {} mit der ersten Antwort richtig.</translation>
    </message>
    <message>
        <source>(Answer with {}, or: reveal, next, back, quit)</source>
        <translation>(Antwort: {}; oder reveal, next, back, quit)</translation>
    </message>
    <message>
        <source>[Enter: next, back, quit]</source>
        <translation>[Eingabetaste, back oder quit]</translation>
    </message>
    <message>
        <source>Right: {}.</source>
        <translation>Richtig: {}.</translation>
    </message>
    <message>
        <source>Your answer:</source>
        <translation>Ihre Antwort:</translation>
    </message>
    <message>
        <source>a + b</source>
        <translation>a + b</translation>
    </message>
    <message>
        <source>a b</source>
        <translation>a b</translation>
    </message>
    <message>
        <source>a bandwidth for each level of links, such as list:100Gb/s,400Gb/s</source>
        <translation>eine Bandbreite für jede Ebene, wie list:100Gb/s,400Gb/s</translation>
    </message>
    <message>
        <source>a bandwidth such as 100Gb/s</source>
        <translation>eine Bandbreite wie 100Gb/s</translation>
    </message>
    <message>
        <source>a bandwidth such as 400Gb/s or 50GB/s</source>
        <translation>eine Bandbreite wie 400Gb/s oder 50GB/s</translation>
    </message>
    <message>
        <source>a collective such as allreduce</source>
        <translation>eine Kollektive wie allreduce</translation>
    </message>
    <message>
        <source>a core for each rank</source>
        <translation>ein Kern für jeden Rang</translation>
    </message>
    <message>
        <source>a cost per byte such as 10ps/B</source>
        <translation>Kosten je Byte wie 10ps/B</translation>
    </message>
    <message>
        <source>a cost per byte such as 20ps/B</source>
        <translation>Kosten je Byte wie 20ps/B</translation>
    </message>
    <message>
        <source>a cost per byte such as 20ps/B, or gamma</source>
        <translation>Kosten je Byte wie 20ps/B, oder gamma</translation>
    </message>
    <message>
        <source>a distribution such as mod3</source>
        <translation>eine Verteilung wie mod3</translation>
    </message>
    <message>
        <source>a file in GOAL, MSCCL XML, MSCCL++ JSON or TE-CCL JSON, or a Chakra trace</source>
        <translation>eine Datei in GOAL, MSCCL XML, MSCCL++ JSON oder TE-CCL JSON, oder ein Chakra-Trace</translation>
    </message>
    <message>
        <source>a list of elements for each rank (list:3,0,5)</source>
        <translation>eine Liste der Elemente jedes Rangs (list:3,0,5)</translation>
    </message>
    <message>
        <source>a network such as torus:8x8 or full:16</source>
        <translation>ein Netz wie torus:8x8 oder full:16</translation>
    </message>
    <message>
        <source>a number of at least 1, per-link or unlimited</source>
        <translation>eine Zahl ab 1, per-link oder unlimited</translation>
    </message>
    <message>
        <source>a number, or with a unit, such as 12, 1.5us</source>
        <translation>eine Zahl, oder mit Einheit, etwa 12, 1.5us</translation>
    </message>
    <message>
        <source>a pattern and a load below 1, such as uniform:0.3, or none</source>
        <translation>ein Muster und eine Last unter 1, etwa uniform:0.3, oder none</translation>
    </message>
    <message>
        <source>a rank, 0 or more, or all</source>
        <translation>ein Rang ab 0, oder all</translation>
    </message>
    <message>
        <source>a size such as 16KiB, or none</source>
        <translation>eine Größe wie 16KiB, oder none</translation>
    </message>
    <message>
        <source>a size such as 2MiB</source>
        <translation>eine Größe wie 2MiB</translation>
    </message>
    <message>
        <source>a size such as 32MiB</source>
        <translation>eine Größe wie 32MiB</translation>
    </message>
    <message>
        <source>a time above 0, such as 1ms</source>
        <translation>eine Zeit über 0, etwa 1ms</translation>
    </message>
    <message>
        <source>a time for each level of links, such as list:20ns,500ns</source>
        <translation>eine Zeit für jede Ebene, wie list:20ns,500ns</translation>
    </message>
    <message>
        <source>a time or a distribution of times, such as exponential(25us), or none</source>
        <translation>eine Zeit oder eine Verteilung von Zeiten, etwa exponential(25us), oder none</translation>
    </message>
    <message>
        <source>a time such as 100ns</source>
        <translation>eine Zeit wie 100ns</translation>
    </message>
    <message>
        <source>a time such as 1ms; 0s: none</source>
        <translation>eine Zeit, etwa 1ms; 0s: keine</translation>
    </message>
    <message>
        <source>a time such as 200ns</source>
        <translation>eine Zeit wie 200ns</translation>
    </message>
    <message>
        <source>a time such as 300ns</source>
        <translation>eine Zeit wie 300ns</translation>
    </message>
    <message>
        <source>a time such as 500ns</source>
        <translation>eine Zeit wie 500ns</translation>
    </message>
    <message>
        <source>a transfer starts when its sender and receiver are ready</source>
        <translation>eine Übertragung beginnt, wenn Sender und Empfänger bereit sind</translation>
    </message>
    <message>
        <source>all of them, the first one first, such as b, a, c</source>
        <translation>alle, das erste zuerst, etwa b, a, c</translation>
    </message>
    <message>
        <source>all ranks finish a round before the next begins</source>
        <translation>alle Ränge beenden eine Runde, bevor die nächste beginnt</translation>
    </message>
    <message>
        <source>alpha</source>
        <translation>α</translation>
    </message>
    <message>
        <source>always the first shortest path</source>
        <translation>immer der erste kürzeste Weg</translation>
    </message>
    <message>
        <source>an algorithm such as ring</source>
        <translation>ein Algorithmus wie ring</translation>
    </message>
    <message>
        <source>an integer from 1 to 1000</source>
        <translation>eine ganze Zahl von 1 bis 1000</translation>
    </message>
    <message>
        <source>an integer of 1 to 4096</source>
        <translation>eine ganze Zahl von 1 bis 4096</translation>
    </message>
    <message>
        <source>an integer of at least 0</source>
        <translation>eine ganze Zahl ab 0</translation>
    </message>
    <message>
        <source>an integer of at least 1</source>
        <translation>eine ganze Zahl ab 1</translation>
    </message>
    <message>
        <source>an integer of at least 1, auto, or a rule such as F=100 or G=40</source>
        <translation>eine ganze Zahl ab 1, auto oder eine Regel wie F=100 oder G=40</translation>
    </message>
    <message>
        <source>an integer of at least 1, or auto</source>
        <translation>eine ganze Zahl ab 1, oder auto</translation>
    </message>
    <message>
        <source>an integer of at least 2, or auto</source>
        <translation>eine ganze Zahl ab 2, oder auto</translation>
    </message>
    <message>
        <source>and {} more</source>
        <translation>und {} weitere</translation>
    </message>
    <message>
        <source>any graph: hosts, switches and links by name, from a file</source>
        <translation>ein beliebiger Graph: Hosts, Switches und Verbindungen mit Namen, aus einer Datei</translation>
    </message>
    <message>
        <source>as auto, or an error says why not</source>
        <translation>wie auto, oder ein Fehler sagt, warum nicht</translation>
    </message>
    <message>
        <source>async or rounds</source>
        <translation>async oder rounds</translation>
    </message>
    <message>
        <source>async: ranks run freely; rounds: all ranks finish a round before the next begins. Default: async</source>
        <translation>async: Ränge laufen frei; rounds: alle Ränge beenden eine Runde, bevor die nächste beginnt. Standard: async</translation>
    </message>
    <message>
        <source>auto, host, switch, a number of ranks, or a list with the group of each rank</source>
        <translation>auto, host, switch, eine Zahl von Rängen oder eine Liste mit der Gruppe jedes Rangs</translation>
    </message>
    <message>
        <source>auto, message or transfer</source>
        <translation>auto, message oder transfer</translation>
    </message>
    <message>
        <source>auto, on or off</source>
        <translation>auto, on oder off</translation>
    </message>
    <message>
        <source>auto: one representative rank of each class of identical ranks is emulated, if the classes are known; on: as auto, or an error says why not; off: every rank is emulated. Default: auto</source>
        <translation>auto: ein Vertreter jeder Klasse gleicher Ränge wird emuliert, wenn die Klassen bekannt sind; on: wie auto, oder ein Fehler sagt, warum nicht; off: jeder Rang wird emuliert. Standard: auto</translation>
    </message>
    <message>
        <source>b</source>
        <translation>b</translation>
    </message>
    <message>
        <source>b + floor(b/2) on even ranks, b - floor(b/2) on odd ones</source>
        <translation>b + floor(b/2) auf geraden Rängen, b - floor(b/2) auf ungeraden</translation>
    </message>
    <message>
        <source>bandwidth deficiency</source>
        <translation>Bandbreitendefizit</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>both share the ports</source>
        <translation>beides teilt sich die Ports</translation>
    </message>
    <message>
        <source>by host where one has several ranks, else by switch, else near a square</source>
        <translation>nach Hosts, wo einer mehrere Ränge hat, sonst nach Switches, sonst nahe einem Quadrat</translation>
    </message>
    <message>
        <source>bytes at full bandwidth</source>
        <translation>Bytes bei voller Bandbreite</translation>
    </message>
    <message>
        <source>bytes, checked</source>
        <translation>Bytes, geprüft</translation>
    </message>
    <message>
        <source>bytes: nothing: a barrier moves no data</source>
        <translation>Bytes: keine; eine Barriere bewegt keine Daten</translation>
    </message>
    <message>
        <source>bytes: the block for one neighbour</source>
        <translation>Bytes: der Block für einen Nachbarn</translation>
    </message>
    <message>
        <source>bytes: the block for one peer</source>
        <translation>Bytes: der Block für einen Partner</translation>
    </message>
    <message>
        <source>bytes: the block for one rank</source>
        <translation>Bytes: der Block für einen Rang</translation>
    </message>
    <message>
        <source>bytes: the block of one rank</source>
        <translation>Bytes: der Block eines Rangs</translation>
    </message>
    <message>
        <source>bytes: the blocks for all ranks together</source>
        <translation>Bytes: die Blöcke für alle Ränge zusammen</translation>
    </message>
    <message>
        <source>bytes: all blocks of all ranks together</source>
        <translation>Bytes: die Blöcke aller Ränge für alle zusammen</translation>
    </message>
    <message>
        <source>bytes: the contribution of one rank</source>
        <translation>Bytes: der Beitrag eines Rangs</translation>
    </message>
    <message>
        <source>bytes: the contributions of all ranks together</source>
        <translation>Bytes: die Beiträge aller Ränge zusammen</translation>
    </message>
    <message>
        <source>bytes: the whole vector of one rank</source>
        <translation>Bytes: der ganze Vektor eines Rangs</translation>
    </message>
    <message>
        <source>bytes: the whole vector of the root</source>
        <translation>Bytes: der ganze Vektor der Wurzel</translation>
    </message>
    <message>
        <source>cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>ceil(b/2) + 1 .. b</source>
        <translation>ceil(b/2) + 1 .. b</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>congestion deficiency</source>
        <translation>Staudefizit</translation>
    </message>
    <message>
        <source>contributors to each element, checked</source>
        <translation>die beitragenden Ränge jedes Elements, geprüft</translation>
    </message>
    <message>
        <source>dimension by dimension of a torus</source>
        <translation>Dimension für Dimension eines Torus</translation>
    </message>
    <message>
        <source>each gets the whole bandwidth</source>
        <translation>jede bekommt die ganze Bandbreite</translation>
    </message>
    <message>
        <source>en</source>
        <translation>de</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>every dimension is a line with ends</source>
        <translation>jede Dimension ist eine Linie mit Enden</translation>
    </message>
    <message>
        <source>every dimension is a ring</source>
        <translation>jede Dimension ist ein Ring</translation>
    </message>
    <message>
        <source>every rank is emulated</source>
        <translation>jeder Rang wird emuliert</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>floor(2b(i+1)/p) + 1</source>
        <translation>floor(2b(i+1)/p) + 1</translation>
    </message>
    <message>
        <source>floor(2b(p-i)/p) + 1</source>
        <translation>floor(2b(p-i)/p) + 1</translation>
    </message>
    <message>
        <source>floor(pb/2) on the first and the last rank, else 0</source>
        <translation>floor(pb/2) auf dem ersten und dem letzten Rang, sonst 0</translation>
    </message>
    <message>
        <source>floor(pb/ρ) on the first ρ ranks, else 1</source>
        <translation>floor(pb/ρ) auf den ersten ρ Rängen, sonst 1</translation>
    </message>
    <message>
        <source>for bytes at full bandwidth</source>
        <translation>für Bytes bei voller Bandbreite</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>from its start to its end (telephone model)</source>
        <translation>von ihrem Anfang bis zu ihrem Ende (Telefonmodell)</translation>
    </message>
    <message>
        <source>full, half or a share from 0.5 to 1, such as 0.75</source>
        <translation>full, half oder ein Anteil von 0.5 bis 1, wie 0.75</translation>
    </message>
    <message>
        <source>full: sends and receives at full speed at the same time; half: both share the ports; a share: the part of its bandwidth that each direction of a host&apos;s links keeps while both are used. Default: full</source>
        <translation>full: sendet und empfängt gleichzeitig, beides mit voller Geschwindigkeit; half: beides teilt sich die Ports; ein Anteil: so viel seiner Bandbreite behält jede Richtung der Verbindungen eines Hosts, während beide benutzt werden. Standard: full</translation>
    </message>
    <message>
        <source>ghost, provenance or real</source>
        <translation>ghost, provenance oder real</translation>
    </message>
    <message>
        <source>ghost: sizes only; provenance: contributors to each element, checked; real: bytes, checked. Default: ghost</source>
        <translation>ghost: nur Größen; provenance: die beitragenden Ränge jedes Elements, geprüft; real: Bytes, geprüft. Standard: ghost</translation>
    </message>
    <message>
        <source>groups of A, B, .. hosts, joined all to all; or groups:PLACES.csv (node, group), groups:N:PLACES.csv where a whole group has N</source>
        <translation>Gruppen von A, B, .. Hosts, jede mit jeder verbunden; oder groups:PLACES.csv (node, group), groups:N:PLACES.csv, wenn eine ganze Gruppe N hat</translation>
    </message>
    <message>
        <source>half of the last, rounded up, down to 1</source>
        <translation>die Hälfte des vorigen, aufgerundet, bis hinab zu 1</translation>
    </message>
    <message>
        <source>halving, power-of-two, linear, sqrt or a list</source>
        <translation>halving, power-of-two, linear, sqrt oder eine Liste</translation>
    </message>
    <message>
        <source>hosts around one switch</source>
        <translation>Hosts um einen Switch</translation>
    </message>
    <message>
        <source>hosts on a grid whose every dimension closes to a ring; in a ring of 2 there are two links each way, or one (one-link)</source>
        <translation>Hosts auf einem Gitter, in dem sich jede Dimension zum Ring schließt; in einem Ring von 2 gibt es zwei Verbindungen in jeder Richtung, oder eine (one-link)</translation>
    </message>
    <message>
        <source>hosts on a grid with links to all others of their row, column, ..</source>
        <translation>Hosts auf einem Gitter mit Verbindungen zu allen anderen ihrer Zeile, Spalte, ..</translation>
    </message>
    <message>
        <source>hosts on a grid with open ends</source>
        <translation>Hosts auf einem Gitter mit offenen Enden</translation>
    </message>
    <message>
        <source>in round {}</source>
        <translation>in Runde {}</translation>
    </message>
    <message>
        <source>in rounds {} to {}</source>
        <translation>in den Runden {} bis {}</translation>
    </message>
    <message>
        <source>in steps of the root of p, rounded up, then halving</source>
        <translation>in Schritten der aufgerundeten Wurzel aus p, dann halbierend</translation>
    </message>
    <message>
        <source>in-place or separate</source>
        <translation>in-place oder separate</translation>
    </message>
    <message>
        <source>in-place: ranks work on their input; separate: ranks that reduce work on a copy of it. Default: in-place</source>
        <translation>in-place: Ränge arbeiten auf ihrer Eingabe; separate: Ränge, die reduzieren, arbeiten auf einer Kopie davon. Standard: in-place</translation>
    </message>
    <message>
        <source>its two ends, such as 3 -&gt; 4</source>
        <translation>ihre beiden Enden, etwa 3 -&gt; 4</translation>
    </message>
    <message>
        <source>latency deficiency</source>
        <translation>Latenzdefizit</translation>
    </message>
    <message>
        <source>leaf switches with A, B, .. hosts, joined by one core switch</source>
        <translation>Blatt-Switches mit A, B, .. Hosts, verbunden durch einen Kern-Switch</translation>
    </message>
    <message>
        <source>linear or torus</source>
        <translation>linear oder torus</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>links and hops on their way</source>
        <translation>Verbindungen und Knoten auf ihrem Weg</translation>
    </message>
    <message>
        <source>links with the remaining share of their bandwidth, such as 0-1=0.5 or 5%=0.25+2us, or none</source>
        <translation>Verbindungen mit ihrem verbleibenden Anteil der Bandbreite, etwa 0-1=0.5 oder 5%=0.25+2us, oder none</translation>
    </message>
    <message>
        <source>links by their two ends, such as 3 -&gt; 4, 4 -&gt; 3</source>
        <translation>Verbindungen durch ihre beiden Enden, etwa 3 -&gt; 4, 4 -&gt; 3</translation>
    </message>
    <message>
        <source>links shared with other messages</source>
        <translation>Verbindungen, mit anderen Nachrichten geteilt</translation>
    </message>
    <message>
        <source>links such as 0-1;3-s0 or 2%, or none</source>
        <translation>Verbindungen, etwa 0-1;3-s0 oder 2%, oder none</translation>
    </message>
    <message>
        <source>made of</source>
        <translation>besteht aus</translation>
    </message>
    <message>
        <source>message for a number of ports, transfer for per-link</source>
        <translation>message bei einer Zahl von Ports, transfer bei per-link</translation>
    </message>
    <message>
        <source>messages share links fairly</source>
        <translation>Nachrichten teilen sich Verbindungen gerecht</translation>
    </message>
    <message>
        <source>messages use their blocks where they lie, as derived datatypes do</source>
        <translation>Nachrichten nehmen ihre Blöcke, wo sie liegen, wie abgeleitete Datentypen es tun</translation>
    </message>
    <message>
        <source>minimal, dimension-order (or deterministic), ecmp or adaptive</source>
        <translation>minimal, dimension-order (oder deterministic), ecmp oder adaptive</translation>
    </message>
    <message>
        <source>n blocks are summed on their way over a circulant graph: the fewest rounds possible.</source>
        <translation>n Blöcke werden unterwegs über einen zirkulanten Graphen summiert: die wenigsten Runden, die möglich sind.</translation>
    </message>
    <message>
        <source>n blocks flow along a chain of ranks.</source>
        <translation>n Blöcke fließen eine Kette von Rängen entlang.</translation>
    </message>
    <message>
        <source>n blocks flow down a binary tree; every rank serves its two children in turn.</source>
        <translation>n Blöcke fließen einen Binärbaum hinab; jeder Rang bedient seine beiden Kinder abwechselnd.</translation>
    </message>
    <message>
        <source>n blocks flow down a k-ary tree; a rank sends each to its k children at once.</source>
        <translation>n Blöcke fließen einen k-ären Baum hinab; ein Rang sendet jeden zugleich an seine k Kinder.</translation>
    </message>
    <message>
        <source>n blocks flow over a circulant graph in n - 1 + ceil(log2 p) rounds, the fewest possible.</source>
        <translation>n Blöcke fließen über einen zirkulanten Graphen in n - 1 + ceil(log2 p) Runden, den wenigsten, die möglich sind.</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>no message waits for another</source>
        <translation>keine Nachricht wartet auf eine andere</translation>
    </message>
    <message>
        <source>of 2x2 integer matrices; does not commute</source>
        <translation>von ganzzahligen 2x2-Matrizen; nicht kommutativ</translation>
    </message>
    <message>
        <source>of at most 100 sqrt(m/q) bytes, q = ceil(log2 p), as Träff cuts broadcasts</source>
        <translation>von höchstens 100 sqrt(m/q) Bytes, q = ceil(log2 p), wie Träff Broadcasts teilt</translation>
    </message>
    <message>
        <source>off or on</source>
        <translation>off oder on</translation>
    </message>
    <message>
        <source>off: messages use their blocks where they lie, as derived datatypes do; on: several blocks are copied into one buffer before they are sent, and out of it after they have arrived. Default: off</source>
        <translation>off: Nachrichten nehmen ihre Blöcke, wo sie liegen, wie abgeleitete Datentypen es tun; on: mehrere Blöcke werden zum Senden in einen Puffer kopiert und nach der Ankunft aus ihm. Standard: off</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on oder off</translation>
    </message>
    <message>
        <source>on: messages share links fairly; off: each gets the whole bandwidth. Default: on</source>
        <translation>on: Nachrichten teilen sich Verbindungen gerecht; off: jede bekommt die ganze Bandbreite. Standard: on</translation>
    </message>
    <message>
        <source>one for each link of the host</source>
        <translation>einer für jede Verbindung des Hosts</translation>
    </message>
    <message>
        <source>one for each round, or -, such as 1, 2, -, 4</source>
        <translation>für jede Runde einer, oder -, etwa 1, 2, -, 4</translation>
    </message>
    <message>
        <source>one of the choices</source>
        <translation>eine der Möglichkeiten</translation>
    </message>
    <message>
        <source>one representative rank of each class of identical ranks is emulated, if the classes are known</source>
        <translation>ein Vertreter jeder Klasse gleicher Ränge wird emuliert, wenn die Klassen bekannt sind</translation>
    </message>
    <message>
        <source>only while its bytes flow, so that α and latency overlap with other messages, and a port per link is shared like the link</source>
        <translation>nur während ihre Bytes fließen, sodass α und Latenz mit anderen Nachrichten überlappen und ein Port je Verbindung wie diese geteilt wird</translation>
    </message>
    <message>
        <source>p - 1, p - 2, ..., 1</source>
        <translation>p - 1, p - 2, ..., 1</translation>
    </message>
    <message>
        <source>partner</source>
        <translation>späte Partner</translation>
    </message>
    <message>
        <source>port</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>ports that other messages held</source>
        <translation>Ports, die andere Nachrichten hielten</translation>
    </message>
    <message>
        <source>processors busy with messages</source>
        <translation>Prozessoren, mit Nachrichten beschäftigt</translation>
    </message>
    <message>
        <source>r with r XOR 2^s</source>
        <translation>r mit r XOR 2^s</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>ranks with factors of their slowdown, such as 3=2 or 10%=1.5, or none</source>
        <translation>Ränge mit dem Faktor ihrer Verlangsamung, etwa 3=2 oder 10%=1.5, oder none</translation>
    </message>
    <message>
        <source>ranks run freely</source>
        <translation>Ränge laufen frei</translation>
    </message>
    <message>
        <source>ranks that reduce work on a copy of it</source>
        <translation>Ränge, die reduzieren, arbeiten auf einer Kopie davon</translation>
    </message>
    <message>
        <source>ranks that were late, or preempted</source>
        <translation>Ränge, die spät oder verdrängt waren</translation>
    </message>
    <message>
        <source>ranks work on their input</source>
        <translation>Ränge arbeiten auf ihrer Eingabe</translation>
    </message>
    <message>
        <source>reductions, copies and other work</source>
        <translation>Reduktionen, Kopien und andere Arbeit</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>senders whose receivers came late</source>
        <translation>Sender, deren Empfänger spät kamen</translation>
    </message>
    <message>
        <source>sends and receives at full speed at the same time</source>
        <translation>sendet und empfängt gleichzeitig, beides mit voller Geschwindigkeit</translation>
    </message>
    <message>
        <source>sequential, cyclic, random, a list of hosts (list:2,0,1) or a file of them (file:hosts.txt)</source>
        <translation>sequential, cyclic, random, eine Liste von Hosts (list:2,0,1) oder eine Datei davon (file:hosts.txt)</translation>
    </message>
    <message>
        <source>several blocks are copied into one buffer before they are sent, and out of it after they have arrived</source>
        <translation>mehrere Blöcke werden zum Senden in einen Puffer kopiert und nach der Ankunft aus ihm</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>sides such as 4x8 whose product is the number of ranks, or auto</source>
        <translation>Seiten wie 4x8, deren Produkt die Zahl der Ränge ist, oder auto</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>sizes and costs such as list:16KiB=40ps/B,1MiB=80ps/B, or none</source>
        <translation>Größen und Kosten wie list:16KiB=40ps/B,1MiB=80ps/B, oder none</translation>
    </message>
    <message>
        <source>sizes and shares such as list:64KiB=0.75,16MiB=0.5, or none</source>
        <translation>Größen und Anteile wie list:64KiB=0.75,16MiB=0.5, oder none</translation>
    </message>
    <message>
        <source>sizes and times such as list:16KiB=4us,128KiB=12us, or none</source>
        <translation>Größen und Zeiten wie list:16KiB=4us,128KiB=12us, oder none</translation>
    </message>
    <message>
        <source>sizes only</source>
        <translation>nur Größen</translation>
    </message>
    <message>
        <source>sqrt(m q)/40 of them, as Träff cuts allgathervs</source>
        <translation>sqrt(m q)/40 Stück, wie Träff Allgathervs teilt</translation>
    </message>
    <message>
        <source>star or moore</source>
        <translation>star oder moore</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>start-up of messages</source>
        <translation>Anlauf der Nachrichten</translation>
    </message>
    <message>
        <source>sum, min, max, product or matrix-product</source>
        <translation>sum, min, max, product oder matrix-product</translation>
    </message>
    <message>
        <source>Two runs of swing-ahead at once, each on half the vector: the nodes that play two are half a line apart.</source>
        <translation>Zwei Läufe von swing-ahead zugleich, jeder mit der Hälfte des Vektors: Die Knoten, die zwei spielen, liegen eine halbe Linie auseinander.</translation>
    </message>
    <message>
        <source>swing-bandwidth for sides of any length: on a line of odd length, one node gives each of its two neighbours half of its vector.</source>
        <translation>swing-bandwidth für Seiten jeder Länge: Auf einer ungeraden Linie gibt ein Knoten seinen beiden Nachbarn je die Hälfte seines Vektors.</translation>
    </message>
    <message>
        <source>swing-bandwidth for sides of any length: on a line of odd length, one node also plays a virtual node and has two partners from step 2 on.</source>
        <translation>swing-bandwidth für Seiten jeder Länge: Auf einer ungeraden Linie spielt ein Knoten auch einen virtuellen und hat ab dem zweiten Schritt zwei Partner.</translation>
    </message>
    <message>
        <source>swing-latency for sides that are powers of two; on a line of three, all nodes exchange their vectors with both others at once.</source>
        <translation>swing-latency auf Seiten, die Zweierpotenzen sind: Auf einer Linie aus dreien tauschen alle ihre Vektoren mit beiden anderen zugleich.</translation>
    </message>
    <message>
        <source>swing-virtual, but the node that plays two sends its data for one of its two partners of step 2 already in step 1.</source>
        <translation>swing-virtual, aber der Knoten, der zwei spielt, sendet einem seiner beiden Partner des zweiten Schritts dessen Daten schon im ersten.</translation>
    </message>
    <message>
        <source>sync or eager</source>
        <translation>sync oder eager</translation>
    </message>
    <message>
        <source>sync: a transfer starts when its sender and receiver are ready; eager: when its sender is ready. Default: sync</source>
        <translation>sync: eine Übertragung beginnt, wenn Sender und Empfänger bereit sind; eager: wenn der Sender bereit ist. Standard: sync</translation>
    </message>
    <message>
        <source>the best for the costs</source>
        <translation>das beste für die Kosten</translation>
    </message>
    <message>
        <source>the best on this network</source>
        <translation>das beste auf diesem Netz</translation>
    </message>
    <message>
        <source>the first shortest path, and half of it the other way round a ring where that is as long</source>
        <translation>der erste kürzeste Weg, und die Hälfte andersherum um einen Ring, wo das gleich weit ist</translation>
    </message>
    <message>
        <source>the hosts of one switch</source>
        <translation>die Hosts eines Switches</translation>
    </message>
    <message>
        <source>the larger</source>
        <translation>das größere</translation>
    </message>
    <message>
        <source>the least loaded when the message starts</source>
        <translation>der am wenigsten belastete, wenn die Nachricht beginnt</translation>
    </message>
    <message>
        <source>the name of a block, such as 3</source>
        <translation>der Name eines Blocks, etwa 3</translation>
    </message>
    <message>
        <source>the names of blocks, or none, such as 0-2, 5</source>
        <translation>Namen von Blöcken, oder none, etwa 0-2, 5</translation>
    </message>
    <message>
        <source>the number of a rank, such as 3</source>
        <translation>die Nummer eines Rangs, etwa 3</translation>
    </message>
    <message>
        <source>the numbers of ranks, or none, such as 0-2, 5</source>
        <translation>Nummern von Rängen, oder none, etwa 0-2, 5</translation>
    </message>
    <message>
        <source>the one that a hash of the two ranks and the seed picks</source>
        <translation>der, den ein Hash der beiden Ränge und des Startwerts auswählt</translation>
    </message>
    <message>
        <source>the powers of two below p, the largest first</source>
        <translation>die Zweierpotenzen unter p, die größte zuerst</translation>
    </message>
    <message>
        <source>the ranks of one host</source>
        <translation>die Ränge eines Hosts</translation>
    </message>
    <message>
        <source>the ranks&apos; coordinates, else two sides of nearly equal length</source>
        <translation>die Koordinaten der Ränge, sonst zwei möglichst gleiche Seiten</translation>
    </message>
    <message>
        <source>the smaller</source>
        <translation>das kleinere</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>times such as exponential(5us), ranks with theirs such as 3=10us;8-11=2us, file:FILE, or none</source>
        <translation>Zeiten, etwa exponential(5us), Ränge mit ihren Zeiten, etwa 3=10us;8-11=2us, file:FILE, oder none</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>uint8, int32, int64, float or double</source>
        <translation>uint8, int32, int64, float oder double</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>waiting for late partners</source>
        <translation>Warten auf späte Partner</translation>
    </message>
    <message>
        <source>waiting for ports</source>
        <translation>Warten auf Ports</translation>
    </message>
    <message>
        <source>when its sender is ready</source>
        <translation>wenn der Sender bereit ist</translation>
    </message>
    <message>
        <source>which is</source>
        <translation>das ist</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>{} and {} take equally long</source>
        <translation>{} und {} brauchen gleich lange</translation>
    </message>
    <message>
        <source>{} is {} faster</source>
        <translation>{} ist {} schneller</translation>
    </message>
    <message>
        <source>{} less {}</source>
        <translation>{} weniger {}</translation>
    </message>
    <message>
        <source>{} messages, {}, from {} to {}.</source>
        <translation>{} Nachrichten, {}, von {} bis {}.</translation>
    </message>
    <message>
        <source>{} more {}</source>
        <translation>{} mehr {}</translation>
    </message>
    <message>
        <source>{} of it {}</source>
        <translation>{} davon {}</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{} von {}</translation>
    </message>
    <message>
        <source>{} over the rounds' busiest links, no more than through ports</source>
        <translation>{} über die belastetste Verbindung je Runde, nicht mehr als durch Ports</translation>
    </message>
    <message>
        <source>{} over the rounds' busiest links, {} through busiest ports</source>
        <translation>{} über die belastetste Verbindung je Runde, {} durch Ports</translation>
    </message>
    <message>
        <source>{} rounds where {} would do</source>
        <translation>{} Runden, wo {} genügten</translation>
    </message>
    <message>
        <source>{} rounds, none fewer would do</source>
        <translation>{} Runden, weniger genügten nicht</translation>
    </message>
    <message>
        <source>{} through the busiest port where {} would do</source>
        <translation>{} durch den belastetsten Port, wo {} genügten</translation>
    </message>
    <message>
        <source>{} through the busiest port, no less would do</source>
        <translation>{} durch den belastetsten Port, weniger genügten nicht</translation>
    </message>
    <message>
        <source>{}, no message is slowed by another</source>
        <translation>{}, keine Nachricht bremst eine andere</translation>
    </message>
    <message>
        <source>{}, hardly longer than without contention</source>
        <translation>{}, kaum länger als ohne Konkurrenz</translation>
    </message>
    <message>
        <source>{}, {} times as long as without contention</source>
        <translation>{}, {}-mal so lange wie ohne Konkurrenz</translation>
    </message>
    <message>
        <source>Λ  against log2 p rounds</source>
        <translation>Λ  gegen log2 p Runden</translation>
    </message>
    <message>
        <source>Λ of an allreduce as in the Swing paper: rounds divided by log2 p</source>
        <translation>Λ eines Allreduce wie in der Swing-Veröffentlichung: Runden, geteilt durch log2 p</translation>
    </message>
    <message>
        <source>Ψ  against 2m bytes</source>
        <translation>Ψ  gegen 2m Bytes</translation>
    </message>
    <message>
        <source>Ψ of an allreduce as in the Swing paper: bytes through the busiest port divided by its share of 2m; few ranks need fewer bytes</source>
        <translation>Ψ eines Allreduce wie in der Swing-Veröffentlichung: Bytes durch den belastetsten Port, geteilt durch dessen Anteil an 2m; wenige Ränge brauchen weniger</translation>
    </message>
    <message>
        <source>α</source>
        <translation>α</translation>
    </message>
    <message>
        <source>γ for reductions and copies of at least these sizes. Default: none</source>
        <translation>γ für Reduktionen und Kopien ab diesen Größen. Standard: keine</translation>
    </message>
    <message>
        <source>ρb with probability 1/ρ, else 1</source>
        <translation>ρb mit Wahrscheinlichkeit 1/ρ, sonst 1</translation>
    </message>
</context>
</TS>
