<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>BlocksView</name>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Single messages that are kept</source>
        <translation>Einzelne Nachrichten, die behalten werden</translation>
    </message>
</context>
<context>
    <name>CausesView</name>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Click: its longest stretch</source>
        <translation>Klick: ihr längster Abschnitt</translation>
    </message>
</context>
<context>
    <name>ChartsPage</name>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Run all cells</source>
        <translation>Alle Zellen rechnen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Schnellste</translation>
    </message>
    <message>
        <source>Deficiencies</source>
        <translation>Defizite</translation>
    </message>
    <message>
        <source>Lines: a quantity over a swept key
Fastest: which algorithm wins where
Deficiencies: Λ, Ψ and Ξ side by side</source>
        <translation>Linien: eine Größe über einem variierten Schlüssel
Schnellste: welcher Algorithmus wo gewinnt
Defizite: Λ, Ψ und Ξ nebeneinander</translation>
    </message>
    <message>
        <source>Quantity on the y axis</source>
        <translation>Größe auf der y-Achse</translation>
    </message>
    <message>
        <source>The swept key along the x axis</source>
        <translation>Der variierte Schlüssel entlang der x-Achse</translation>
    </message>
    <message>
        <source>The values of the other swept keys</source>
        <translation>Die Werte der übrigen variierten Schlüssel</translation>
    </message>
    <message>
        <source>Algorithm whose saving over the second best is shown by shades</source>
        <translation>Algorithmus, dessen Ersparnis gegenüber dem zweitbesten als Tönung erscheint</translation>
    </message>
    <message>
        <source>Kind of chart</source>
        <translation>Art des Diagramms</translation>
    </message>
    <message>
        <source>winners only</source>
        <translation>nur die Gewinner</translation>
    </message>
    <message>
        <source>gain of %1</source>
        <translation>Gewinn von %1</translation>
    </message>
    <message>
        <source>x:</source>
        <translation>x:</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Run all %1 cells</source>
        <translation>Alle %1 Zellen rechnen</translation>
    </message>
    <message>
        <source>This scenario is not a sweep: give a key several values, such as bytes = 1KiB, 1MiB, to draw results over it.</source>
        <translation>Dieses Szenario variiert nichts: Geben Sie einem Schlüssel mehrere Werte, etwa bytes = 1KiB, 1MiB, um Ergebnisse darüber zu zeichnen.</translation>
    </message>
    <message>
        <source>“Run all cells” runs the sweep and draws its results here.</source>
        <translation>„Alle Zellen rechnen“ rechnet jede Kombination und zeichnet hier die Ergebnisse.</translation>
    </message>
    <message>
        <source>no chart has been drawn yet</source>
        <translation>Noch kein Diagramm ist gezeichnet</translation>
    </message>
    <message>
        <source>Export the chart</source>
        <translation>Das Diagramm exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf);;Tables (*.csv)</source>
        <translation>Bilder (*.png *.svg *.pdf);;Tabellen (*.csv)</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>Running …</source>
        <translation>Rechnet …</translation>
    </message>
    <message>
        <source>Swing, Fig. 1</source>
        <translation>Swing, Fig. 1</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Same time</source>
        <translation>Gleiche Zeit</translation>
    </message>
    <message>
        <source>Same round</source>
        <translation>Gleiche Runde</translation>
    </message>
    <message>
        <source>The same on both sides</source>
        <translation>Auf beiden Seiten gleich</translation>
    </message>
    <message>
        <source>Time or round that both sides share while they play</source>
        <translation>Zeit oder Runde, die beide Seiten beim Abspielen gemeinsam haben</translation>
    </message>
    <message>
        <source>Recursive doubling against Swing on 16 ranks in a ring: De Sensi et al., NSDI 2024, Fig. 1</source>
        <translation>Recursive Doubling gegen Swing auf 16 Rängen in einem Ring: De Sensi et al., NSDI 2024, Fig. 1</translation>
    </message>
    <message>
        <source>Everything after this moment is hidden (F).</source>
        <translation>Alles nach diesem Moment ist verborgen (F).</translation>
    </message>
</context>
<context>
    <name>ComparisonModel</name>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>time for: %1</source>
        <translation>Zeit für: %1</translation>
    </message>
    <message>
        <source>● is better</source>
        <translation>● ist besser</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Right / left</source>
        <translation>Rechts / links</translation>
    </message>
</context>
<context>
    <name>ComposeEdits</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
</context>
<context>
    <name>ComposeModel</name>
    <message>
        <source>Time: %1.</source>
        <translation>Zeit: %1.</translation>
    </message>
    <message>
        <source>Rounds: %1 here.</source>
        <translation>Runden: hier %1.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>[expect] is unchanged; it may no longer hold.</source>
        <translation>[expect] ist unverändert; vielleicht trifft es nicht mehr zu.</translation>
    </message>
    <message>
        <source>[expect] no longer fits and has become a comment.</source>
        <translation>[expect] passt nicht mehr und ist zu einem Kommentar geworden.</translation>
    </message>
    <message>
        <source>The file is written anew, without its comments and [expect].</source>
        <translation>Die Datei wird neu geschrieben, ohne ihre Kommentare und [expect].</translation>
    </message>
</context>
<context>
    <name>ComposePage</name>
    <message>
        <source>%1: %2. Expected: %3; several values with commas make a sweep.</source>
        <translation>%1: %2. Erwartet: %3; mehrere Werte mit Kommas ergeben eine Reihe von Läufen.</translation>
    </message>
    <message>
        <source>No effect: %1.</source>
        <translation>Ohne Wirkung: %1.</translation>
    </message>
    <message>
        <source>1 field without effect here</source>
        <translation>1 Feld ohne Wirkung hier</translation>
    </message>
    <message>
        <source>%1 fields without effect here</source>
        <translation>%1 Felder ohne Wirkung hier</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Double-click a scenario to open and run it, or fill in the fields: several values with commas between them make a sweep. Run shows its first run in Watch; Charts draws all of them.</source>
        <translation>Ein Doppelklick auf ein Szenario öffnet und startet es. Oder füllen Sie die Felder aus: Mehrere Werte mit Kommas dazwischen ergeben eine Reihe von Läufen. „Starten“ zeigt den ersten davon unter „Ansehen“; „Diagramme“ zeichnet sie alle.</translation>
    </message>
    <message>
        <source>Built-in scenarios</source>
        <translation>Mitgelieferte Szenarien</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Description of this scenario</source>
        <translation>Beschreibung dieses Szenarios</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Run it (Ctrl+Return)</source>
        <translation>Starten (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>“%1” has changes that are not saved.</source>
        <translation>„%1“ hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>Das Szenario speichern</translation>
    </message>
    <message>
        <source>Scenarios (*.toml)</source>
        <translation>Szenarien (*.toml)</translation>
    </message>
    <message>
        <source>Saved as %1. %2</source>
        <translation>Gespeichert als %1. %2</translation>
    </message>
</context>
<context>
    <name>CoursePage</name>
    <message>
        <source> · %1 minutes</source>
        <translation> · %1 Minuten</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source> · %1 of %2 right</source>
        <translation> · %1 von %2 richtig</translation>
    </message>
    <message>
        <source>Collective communication, round by round</source>
        <translation>Kollektive Kommunikation, Runde für Runde</translation>
    </message>
    <message>
        <source>Ranks run the real algorithms, blocks travel over the links of a network, and links that messages share turn red: you see how long a collective takes, and why.</source>
        <translation>Ränge führen die echten Algorithmen aus, Blöcke reisen über die Verbindungen eines Netzes, und Verbindungen, die sich Nachrichten teilen, werden rot: Sie sehen, wie lange ein Kollektiv dauert, und warum.</translation>
    </message>
    <message>
        <source>Each lesson asks a question before it shows the answer. Click a lesson or press Enter to begin it. In a lesson, click your answer in the picture; Enter submits it and goes on; → and ← go from round to round.</source>
        <translation>Jede Lektion stellt eine Frage, bevor sie die Antwort zeigt. Ein Klick oder die Eingabetaste beginnt sie. Klicken Sie Ihre Antwort im Bild an; die Eingabetaste gibt sie ab und geht weiter; → und ← führen von Runde zu Runde.</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
</context>
<context>
    <name>CrossingModel</name>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>Find: rank 5, link 3 -&gt; 4</source>
        <translation>Suche: Verbindung 3 -&gt; 4</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Finds a rank, link, block, message or round, the slowest round and the busiest link (Ctrl+F)</source>
        <translation>Findet Rang, Verbindung, Block, Nachricht oder Runde, die langsamste Runde und die belastetste Verbindung (Strg+F)</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>link %1</source>
        <translation>Verbindung %1</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>Block %1</translation>
    </message>
    <message>
        <source>message %1</source>
        <translation>Nachricht %1</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not in this run; expected rank 5, link 3 -&gt; 4, block 2 or round 7</source>
        <translation>„%1“ gibt es in diesem Lauf nicht; erwartet: Rang 5, Verbindung 3 -&gt; 4, Block 2 oder Runde 7</translation>
    </message>
</context>
<context>
    <name>HeadBar</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compose</source>
        <translation>Entwerfen</translation>
    </message>
    <message>
        <source>Choose or write a scenario (F2)</source>
        <translation>Ein Szenario wählen oder schreiben (F2)</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>See a run (F3)</source>
        <translation>Einen Lauf ansehen (F3)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>See two runs side by side (F4)</source>
        <translation>Zwei Läufe nebeneinander sehen (F4)</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Run a whole sweep and draw its results (F5)</source>
        <translation>Eine ganze Reihe von Läufen rechnen und ihre Ergebnisse zeichnen (F5)</translation>
    </message>
    <message>
        <source>Compose ●</source>
        <translation>Entwerfen ●</translation>
    </message>
</context>
<context>
    <name>HelpWords</name>
    <message>
        <source>Mouse</source>
        <translation>Maus</translation>
    </message>
    <message>
        <source>click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>follow a rank, a link or a block; again: stop following</source>
        <translation>einem Rang, einer Verbindung oder einem Block folgen; noch einmal: nicht mehr folgen</translation>
    </message>
    <message>
        <source>wheel, drag</source>
        <translation>Rad, Ziehen</translation>
    </message>
    <message>
        <source>zoom and move the network</source>
        <translation>das Netz vergrößern und verschieben</translation>
    </message>
    <message>
        <source>right drag</source>
        <translation>Ziehen mit rechts</translation>
    </message>
    <message>
        <source>turn the planes of a 3D torus</source>
        <translation>die Ebenen eines 3D-Torus drehen</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>show all of the network</source>
        <translation>das ganze Netz zeigen</translation>
    </message>
    <message>
        <source>drag on the timeline</source>
        <translation>Ziehen auf der Zeitachse</translation>
    </message>
    <message>
        <source>go to another time</source>
        <translation>zu einer anderen Zeit gehen</translation>
    </message>
    <message>
        <source>wheel on the timeline</source>
        <translation>Rad auf der Zeitachse</translation>
    </message>
    <message>
        <source>zoom into time; with Ctrl into ranks; with Shift move through ranks</source>
        <translation>in die Zeit hineinzoomen; mit Strg in die Ränge; mit Umschalt durch die Ränge gehen</translation>
    </message>
    <message>
        <source>right drag on the timeline</source>
        <translation>Ziehen mit rechts auf der Zeitachse</translation>
    </message>
    <message>
        <source>move it</source>
        <translation>sie verschieben</translation>
    </message>
    <message>
        <source>click on a point of a chart</source>
        <translation>Klick auf einen Punkt eines Diagramms</translation>
    </message>
    <message>
        <source>open its run; or choose it with the arrow keys and press Enter</source>
        <translation>seinen Lauf öffnen; oder ihn mit den Pfeiltasten wählen und die Eingabetaste drücken</translation>
    </message>
    <message>
        <source>Keyboard, mouse and terms</source>
        <translation>Tastatur, Maus und Begriffe</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Orrery %1&lt;/h3&gt;&lt;p&gt;An emulator and teaching testbed for collective communication: every rank runs the real algorithm, the network is emulated, and the run can be watched forwards and backwards.&lt;/p&gt;&lt;p&gt;Qt %2 · compiled by %3&lt;br&gt;on %4&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Orrery %1&lt;/h3&gt;&lt;p&gt;Ein Emulator und Lehrlabor für kollektive Kommunikation: Jeder Rang führt den echten Algorithmus aus, das Netz wird emuliert, und der Lauf lässt sich vorwärts und rückwärts ansehen.&lt;/p&gt;&lt;p&gt;Qt %2 · übersetzt mit %3&lt;br&gt;am %4&lt;/p&gt;</translation>
    </message>
    <message>
        <source>About Orrery</source>
        <translation>Über Orrery</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Begriffe</translation>
    </message>
</context>
<context>
    <name>InkLayer</name>
    <message>
        <source>Pen and pointer</source>
        <translation>Stift und Zeiger</translation>
    </message>
    <message>
        <source>the pointer is shown</source>
        <translation>Der Zeiger ist zu sehen</translation>
    </message>
    <message>
        <source>the pen is shown; strokes: %1</source>
        <translation>Der Stift ist zu sehen; Striche: %1</translation>
    </message>
</context>
<context>
    <name>LessonController</name>
    <message>
        <source>This lesson cannot be read</source>
        <translation>Diese Lektion kann nicht gelesen werden</translation>
    </message>
</context>
<context>
    <name>LessonPanel</name>
    <message>
        <source>&amp;Answer</source>
        <translation>&amp;Antworten</translation>
    </message>
    <message>
        <source>&amp;Reveal</source>
        <translation>Auf&amp;lösen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Ne&amp;xt</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>All &amp;lessons</source>
        <translation>Alle &amp;Lektionen</translation>
    </message>
    <message>
        <source>&amp;Keep my answers in a file</source>
        <translation>Meine Antworten in einer Datei &amp;behalten</translation>
    </message>
    <message>
        <source>Page of the lesson</source>
        <translation>Seite der Lektion</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>Ihre Antwort</translation>
    </message>
    <message>
        <source>Time, answer and whether it was right: %1</source>
        <translation>Zeit, Antwort und ob sie richtig war: %1</translation>
    </message>
    <message>
        <source>a number, in %1</source>
        <translation>eine Zahl, in %1</translation>
    </message>
    <message>
        <source>Page %1 of %2 · %3 of %4 right at once</source>
        <translation>Seite %1 von %2 · %3 von %4 sofort richtig</translation>
    </message>
    <message>
        <source>E&amp;nd</source>
        <translation>&amp;Ende</translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message>
        <source>Papers</source>
        <translation>Veröffentlichungen</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Maschinen</translation>
    </message>
    <message>
        <source>Checks of the program</source>
        <translation>Prüfungen des Programms</translation>
    </message>
</context>
<context>
    <name>LinkModel</name>
    <message>
        <source>host %1</source>
        <translation>Host %1</translation>
    </message>
    <message>
        <source>switch %1</source>
        <translation>Switch %1</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Bytes carried</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>Auslastung</translation>
    </message>
</context>
<context>
    <name>ListingView</name>
    <message>
        <source>Listing</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Time: %1</source>
        <translation>Zeit: %1</translation>
    </message>
    <message>
        <source>Letters: %1</source>
        <translation>Buchstaben: %1</translation>
    </message>
    <message>
        <source>Finished.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>%1, line %2 · rank %3</source>
        <translation>%1, Zeile %2 · Rang %3</translation>
    </message>
    <message>
        <source>%1 · rank %2</source>
        <translation>%1 · Rang %2</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>%1[*] – Orrery</source>
        <translation>%1[*] – Orrery</translation>
    </message>
    <message>
        <source>Save this moment</source>
        <translation>Diesen Moment speichern</translation>
    </message>
    <message>
        <source>Moments (*.moment)</source>
        <translation>Momente (*.moment)</translation>
    </message>
    <message>
        <source>Share a moment</source>
        <translation>Einen Moment weitergeben</translation>
    </message>
    <message>
        <source>This moment cannot be shown</source>
        <translation>Dieser Moment kann nicht gezeigt werden</translation>
    </message>
    <message>
        <source>no run can be animated yet</source>
        <translation>Noch kein Lauf lässt sich animieren</translation>
    </message>
    <message>
        <source>Orrery[*]</source>
        <translation>Orrery[*]</translation>
    </message>
    <message>
        <source>This scenario cannot be read</source>
        <translation>Dieses Szenario kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Save the scenario first: the moment refers to its file.</source>
        <translation>Zuerst das Szenario speichern: Der Moment verweist auf seine Datei.</translation>
    </message>
    <message>
        <source>No moment can be shared yet: watch a run first.</source>
        <translation>Noch kein Moment lässt sich weitergeben: zuerst einen Lauf ansehen.</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New scenario</source>
        <translation>&amp;Neues Szenario</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter …</translation>
    </message>
    <message>
        <source>&amp;Export picture…</source>
        <translation>Bild &amp;exportieren …</translation>
    </message>
    <message>
        <source>Export &amp;animation…</source>
        <translation>Anima&amp;tion exportieren …</translation>
    </message>
    <message>
        <source>Save this &amp;moment…</source>
        <translation>Diesen &amp;Moment speichern …</translation>
    </message>
    <message>
        <source>&amp;Copy this moment as a command</source>
        <translation>Diesen Moment als Befehl &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Compose</source>
        <translation>&amp;Entwerfen</translation>
    </message>
    <message>
        <source>&amp;Watch</source>
        <translation>&amp;Ansehen</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>C&amp;harts</source>
        <translation>&amp;Diagramme</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>&amp;Netz</translation>
    </message>
    <message>
        <source>Communication tr&amp;ee</source>
        <translation>Komm&amp;unikationsbaum</translation>
    </message>
    <message>
        <source>&amp;Blocks</source>
        <translation>&amp;Blöcke</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>&amp;Zeitachse</translation>
    </message>
    <message>
        <source>&amp;Side panel</source>
        <translation>&amp;Seitenleiste</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>V&amp;ollbild</translation>
    </message>
    <message>
        <source>&amp;Larger letters</source>
        <translation>&amp;Größere Schrift</translation>
    </message>
    <message>
        <source>S&amp;maller letters</source>
        <translation>&amp;Kleinere Schrift</translation>
    </message>
    <message>
        <source>Critical &amp;path</source>
        <translation>Kritischer &amp;Pfad</translation>
    </message>
    <message>
        <source>Next stretch of the path</source>
        <translation>Nächster Abschnitt des Pfads</translation>
    </message>
    <message>
        <source>Previous stretch of the path</source>
        <translation>Voriger Abschnitt des Pfads</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>Sp&amp;rache</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>%1 is used when the window is opened again.</source>
        <translation>%1 gilt, wenn das Fenster wieder geöffnet wird.</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ve&amp;rgrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Verk&amp;leinern</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>E&amp;inpassen</translation>
    </message>
    <message>
        <source>Move the view left</source>
        <translation>Ansicht nach links</translation>
    </message>
    <message>
        <source>Move the view right</source>
        <translation>Ansicht nach rechts</translation>
    </message>
    <message>
        <source>Move the view up</source>
        <translation>Ansicht nach oben</translation>
    </message>
    <message>
        <source>Move the view down</source>
        <translation>Ansicht nach unten</translation>
    </message>
    <message>
        <source>Turn left</source>
        <translation>Nach links drehen</translation>
    </message>
    <message>
        <source>Turn right</source>
        <translation>Nach rechts drehen</translation>
    </message>
    <message>
        <source>Follow the &amp;next rank</source>
        <translation>Dem nä&amp;chsten Rang folgen</translation>
    </message>
    <message>
        <source>Follow the &amp;previous rank</source>
        <translation>Dem vori&amp;gen Rang folgen</translation>
    </message>
    <message>
        <source>Cancel the run, or stop followin&amp;g</source>
        <translation>Den Lauf abbrechen oder nicht &amp;weiter verfolgen</translation>
    </message>
    <message>
        <source>Zoom &amp;into time</source>
        <translation>In die Zeit &amp;hinein</translation>
    </message>
    <message>
        <source>Zoom &amp;out of time</source>
        <translation>Aus der Zeit hera&amp;us</translation>
    </message>
    <message>
        <source>&amp;Earlier</source>
        <translation>&amp;Früher</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Später</translation>
    </message>
    <message>
        <source>&amp;Fewer ranks</source>
        <translation>&amp;Weniger Ränge</translation>
    </message>
    <message>
        <source>&amp;More ranks</source>
        <translation>&amp;Mehr Ränge</translation>
    </message>
    <message>
        <source>Ranks a&amp;bove</source>
        <translation>Ränge &amp;darüber</translation>
    </message>
    <message>
        <source>Ranks belo&amp;w</source>
        <translation>Ränge da&amp;runter</translation>
    </message>
    <message>
        <source>W&amp;hole timeline</source>
        <translation>&amp;Ganze Zeitachse</translation>
    </message>
    <message>
        <source>&amp;Playback</source>
        <translation>A&amp;bspielen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keyboard, mouse and terms</source>
        <translation>&amp;Tastatur, Maus und Begriffe</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>&amp;About Orrery</source>
        <translation>Ü&amp;ber Orrery</translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>Ein Szenario öffnen</translation>
    </message>
    <message>
        <source>Scenarios and moments (*.toml *.moment);;All files (*)</source>
        <translation>Szenarien und Momente (*.toml *.moment);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export the run as an animation</source>
        <translation>Den Lauf als Animation exportieren</translation>
    </message>
    <message>
        <source>Export the picture</source>
        <translation>Das Bild exportieren</translation>
    </message>
    <message>
        <source>Animations (*.gif *.mp4)</source>
        <translation>Animationen (*.gif *.mp4)</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>P&amp;resent</source>
        <translation>&amp;Vorführen</translation>
    </message>
    <message>
        <source>&amp;Present in full screen</source>
        <translation>Im &amp;Vollbild vorführen</translation>
    </message>
    <message>
        <source>Presenter&apos;s &amp;notes</source>
        <translation>&amp;Notizen für Vortragende</translation>
    </message>
    <message>
        <source>Previous step, while presenting</source>
        <translation>Voriger Schritt beim Vorführen</translation>
    </message>
    <message>
        <source>Next step, while presenting</source>
        <translation>Nächster Schritt beim Vorführen</translation>
    </message>
    <message>
        <source>&amp;Freeze and ask, or show all again</source>
        <translation>&amp;Einfrieren und fragen oder wieder alles zeigen</translation>
    </message>
    <message>
        <source>P&amp;ointer</source>
        <translation>&amp;Zeiger</translation>
    </message>
    <message>
        <source>P&amp;en</source>
        <translation>&amp;Stift</translation>
    </message>
    <message>
        <source>E&amp;rase the drawing</source>
        <translation>Zeichnung &amp;löschen</translation>
    </message>
    <message>
        <source>Pointer or pen to the left</source>
        <translation>Zeiger oder Stift nach links</translation>
    </message>
    <message>
        <source>Pointer or pen to the right</source>
        <translation>Zeiger oder Stift nach rechts</translation>
    </message>
    <message>
        <source>Pointer or pen up</source>
        <translation>Zeiger oder Stift nach oben</translation>
    </message>
    <message>
        <source>Pointer or pen down</source>
        <translation>Zeiger oder Stift nach unten</translation>
    </message>
    <message>
        <source>Colour links by &amp;load</source>
        <translation>Verbindungen nach &amp;Last färben</translation>
    </message>
    <message>
        <source>Map of l&amp;inks</source>
        <translation>Kar&amp;te der Verbindungen</translation>
    </message>
    <message>
        <source>B&amp;ytes from rank to rank</source>
        <translation>B&amp;ytes von Rang zu Rang</translation>
    </message>
    <message>
        <source>Follow the c&amp;ontents</source>
        <translation>&amp;Inhalte verfolgen</translation>
    </message>
    <message>
        <source>Go to the fo&amp;llowed object</source>
        <translation>Gehe &amp;zum verfolgten Objekt</translation>
    </message>
    <message>
        <source>Fin&amp;d…</source>
        <translation>S&amp;uchen …</translation>
    </message>
    <message>
        <source>Black screen, while presenting</source>
        <translation>Schwarzer Bildschirm beim Vorführen</translation>
    </message>
</context>
<context>
    <name>MetersView</name>
    <message>
        <source>Deficiencies</source>
        <translation>Defizite</translation>
    </message>
    <message>
        <source>Λ: rounds over the fewest rounds any algorithm needs.
Ψ: bytes through the busiest port, summed over the rounds, over the fewest that a port must carry.
Ξ: bytes over the busiest link over bytes through the busiest port, each summed over the rounds.
De Sensi et al., NSDI 2024, Eq. 1.
Click to see what the time is made of.</source>
        <translation>Λ: Runden im Verhältnis zu den wenigsten, die ein Algorithmus braucht.
Ψ: Bytes durch den belastetsten Port, über die Runden summiert, im Verhältnis zu den wenigsten, die ein Port tragen muss.
Ξ: Bytes über die belastetste Verbindung im Verhältnis zu denen durch den belastetsten Port, jeweils über die Runden summiert.
De Sensi et al., NSDI 2024, Eq. 1.
Ein Klick zeigt, woraus die Zeit besteht.</translation>
    </message>
</context>
<context>
    <name>OperationModel</name>
    <message>
        <source>computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>%1 among %2, ends at %3</source>
        <translation>%1 unter %2, endet bei %3</translation>
    </message>
    <message>
        <source>Operation, in the colour of its messages and of its time on the timeline</source>
        <translation>Operation, in der Farbe ihrer Nachrichten und ihrer Zeit auf der Zeitachse</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>The collective with its algorithm, or the other work of ranks</source>
        <translation>Die kollektive Operation mit ihrem Algorithmus, oder die andere Arbeit von Rängen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Time at which the first rank begins it</source>
        <translation>Zeit, zu der der erste Rang sie beginnt</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Time from its first start to its last end</source>
        <translation>Zeit von ihrem ersten Beginn bis zu ihrem letzten Ende</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Rounds divided by the fewest that its groups need</source>
        <translation>Runden, geteilt durch die wenigsten, die ihre Gruppen brauchen</translation>
    </message>
    <message>
        <source>Bytes through the busiest port divided by the fewest possible</source>
        <translation>Bytes durch den belastetsten Port, geteilt durch die wenigsten möglichen</translation>
    </message>
    <message>
        <source>Bytes over the busiest link divided by those through the busiest port</source>
        <translation>Bytes über die belastetste Verbindung, geteilt durch die durch den belastetsten Port</translation>
    </message>
</context>
<context>
    <name>OperationsPage</name>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
</context>
<context>
    <name>PlotView</name>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n point(s)</source>
        <translation>
            <numerusform>%1: %n Punkt</numerusform>
            <numerusform>%1: %n Punkte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PresenterWindow</name>
    <message>
        <source>Presenter&apos;s notes – Orrery</source>
        <translation>Notizen für Vortragende – Orrery</translation>
    </message>
    <message>
        <source>Time of day, and time since the beginning</source>
        <translation>Uhrzeit, und Zeit seit dem Beginn</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>Danach: %1</translation>
    </message>
</context>
<context>
    <name>QWidget</name>
    <message>
        <source>Making an animation…</source>
        <translation>Die Animation entsteht …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ReportModel</name>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
</context>
<context>
    <name>ReportPanel</name>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verb.</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Metrics of the run</source>
        <translation>Kennzahlen des Laufs</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Links with the most bytes</source>
        <translation>Verbindungen mit den meisten Bytes</translation>
    </message>
    <message>
        <source>Messages over the link</source>
        <translation>Nachrichten über die Verbindung</translation>
    </message>
    <message>
        <source>This run has too many messages to keep each: from %1 on the network shows totals of rounds.</source>
        <translation>Dieser Lauf hat zu viele Nachrichten, um jede zu behalten: Ab %1 zeigt das Netz Summen von Runden.</translation>
    </message>
    <message>
        <source>Click a link to list its messages.</source>
        <translation>Klicken Sie auf eine Verbindung, um ihre Nachrichten zu sehen.</translation>
    </message>
    <message>
        <source>%1 messages from %2 to %3</source>
        <translation>%1 Nachrichten von %2 nach %3</translation>
    </message>
</context>
<context>
    <name>RoundModel</name>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Transfers of this round</source>
        <translation>Übertragungen dieser Runde</translation>
    </message>
    <message>
        <source>Msgs</source>
        <translation>Anz.</translation>
    </message>
    <message>
        <source>Bytes sent, over all ranks</source>
        <translation>Gesendete Bytes, über alle Ränge</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Most bytes that one host injects into one link</source>
        <translation>Die meisten Bytes, die ein Host in eine Verbindung gibt</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Most bytes that one link carries</source>
        <translation>Die meisten Bytes, die eine Verbindung trägt</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verb.</translation>
    </message>
    <message>
        <source>Start of the first transfer</source>
        <translation>Beginn der ersten Übertragung</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>From its first start to its last end</source>
        <translation>Von ihrem ersten Beginn bis zu ihrem letzten Ende</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Dauer</translation>
    </message>
</context>
<context>
    <name>RunChooser</name>
    <message>
        <source>%1: the scenario</source>
        <translation>%1: das Szenario</translation>
    </message>
    <message>
        <source>%1: the cell of its sweep</source>
        <translation>%1: die Zelle seiner Reihe</translation>
    </message>
    <message>
        <source>%1: the algorithm</source>
        <translation>%1: der Algorithmus</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Eine Datei öffnen …</translation>
    </message>
    <message>
        <source>Compare with a scenario</source>
        <translation>Mit einem Szenario vergleichen</translation>
    </message>
    <message>
        <source>Scenarios (*.toml);;All files (*)</source>
        <translation>Szenarien (*.toml);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>RunController</name>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>This cell is skipped</source>
        <translation>Diese Zelle ist ausgelassen</translation>
    </message>
    <message>
        <source>This cannot be run</source>
        <translation>Das kann nicht gerechnet werden</translation>
    </message>
    <message>
        <source>The run stopped</source>
        <translation>Der Lauf ist stehen geblieben</translation>
    </message>
    <message>
        <source>Deadlock</source>
        <translation>Verklemmung</translation>
    </message>
    <message>
        <source>Running …</source>
        <translation>Rechnet …</translation>
    </message>
    <message>
        <source>The run was cancelled.</source>
        <translation>Der Lauf wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Following the contents was cancelled.</source>
        <translation>Das Verfolgen der Inhalte wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Following the blocks of the ranks …</source>
        <translation>Die Blöcke der Ränge werden verfolgt …</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>The cell of the sweep that is shown</source>
        <translation>Die Zelle der Reihe, die gezeigt wird</translation>
    </message>
    <message>
        <source>&lt;b&gt;What happens next?&lt;/b&gt;&lt;br&gt;Everything after this moment is hidden (F).</source>
        <translation>&lt;b&gt;Was geschieht als Nächstes?&lt;/b&gt;&lt;br&gt;Alles nach diesem Moment ist verborgen (F).</translation>
    </message>
</context>
<context>
    <name>StageView</name>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>What happens next?</source>
        <translation>Was geschieht als Nächstes?</translation>
    </message>
</context>
<context>
    <name>StretchModel</name>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
</context>
<context>
    <name>TimeSlider</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Drag to move through the run; bands are rounds</source>
        <translation>Ziehen führt durch den Lauf; Bänder sind Runden</translation>
    </message>
</context>
<context>
    <name>TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>rank %1 %2</source>
        <translation>Rang %1 %2</translation>
    </message>
    <message>
        <source>%1 ranks do the same at the same times: %2</source>
        <translation>%1 Ränge tun zur selben Zeit dasselbe: %2</translation>
    </message>
</context>
<context>
    <name>TransportBar</name>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Previous round</source>
        <translation>Vorige Runde</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>Vorige Nachricht</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>Nächste Nachricht</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>Nächste Runde</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Virtual time that passes in a second</source>
        <translation>Virtuelle Zeit, die in einer Sekunde vergeht</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>1 s = %1</source>
        <translation>1 s = %1</translation>
    </message>
    <message>
        <source>Equal rounds</source>
        <translation>Gleiche Runden</translation>
    </message>
    <message>
        <source>Every round takes equally long; otherwise time passes evenly (Q)</source>
        <translation>Jede Runde dauert gleich lang; sonst vergeht die Zeit gleichmäßig (Q)</translation>
    </message>
    <message>
        <source>%1 s a round</source>
        <translation>%1 s je Runde</translation>
    </message>
</context>
<context>
    <name>WhyPage</name>
    <message>
        <source>Stretches of the critical path</source>
        <translation>Abschnitte des kritischen Pfads</translation>
    </message>
    <message>
        <source>View, Critical path (K) shows the causes of the time.</source>
        <translation>Ansicht, Kritischer Pfad (K) zeigt die Ursachen der Zeit.</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>Knoten %1</translation>
    </message>
    <message>
        <source>deficiency: 1 is optimal</source>
        <translation>Defizit: 1 ist optimal</translation>
    </message>
    <message>
        <source>This run has %1 messages; contents are followed in runs of up to %2.</source>
        <translation>Dieser Lauf hat %1 Nachrichten; Inhalte werden in Läufen von bis zu %2 verfolgt.</translation>
    </message>
    <message>
        <source>A schedule says nothing about contents.</source>
        <translation>Ein Ablaufplan sagt nichts über Inhalte.</translation>
    </message>
    <message>
        <source>This run moves no data.</source>
        <translation>Dieser Lauf bewegt keine Daten.</translation>
    </message>
    <message>
        <source>Following the contents of this run would take too much memory.</source>
        <translation>Den Inhalten dieses Laufs zu folgen bräuchte zu viel Speicher.</translation>
    </message>
    <message>
        <source>The contents of this run are too large to follow.</source>
        <translation>Die Inhalte dieses Laufs sind zu groß, um ihnen zu folgen.</translation>
    </message>
    <message>
        <source>Following the blocks of the ranks …</source>
        <translation>Die Blöcke der Ränge werden verfolgt …</translation>
    </message>
    <message>
        <source>Right: %1.</source>
        <translation>Richtig: %1.</translation>
    </message>
    <message>
        <source>Not right.</source>
        <translation>Nicht richtig.</translation>
    </message>
    <message>
        <source>The answer is %1.</source>
        <translation>Die Antwort ist %1.</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source> (%1 times)</source>
        <translation> (%1-mal)</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>elements that do not belong together</source>
        <translation>Elemente, die nicht zusammengehören</translation>
    </message>
    <message>
        <source>Σ: the sum of what these ranks contributed</source>
        <translation>Σ: die Summe dessen, was diese Ränge beigetragen haben</translation>
    </message>
    <message>
        <source>data from ranks %1 for ranks %2</source>
        <translation>Daten von den Rängen %1 für die Ränge %2</translation>
    </message>
    <message>
        <source>data of ranks %1</source>
        <translation>Daten der Ränge %1</translation>
    </message>
    <message>
        <source>data for ranks %1</source>
        <translation>Daten für die Ränge %1</translation>
    </message>
    <message>
        <source>This run has no single messages to draw.</source>
        <translation>Dieser Lauf hat keine einzelnen Nachrichten zu zeichnen.</translation>
    </message>
    <message>
        <source>All messages go over one tree.</source>
        <translation>Alle Nachrichten gehen über einen Baum.</translation>
    </message>
    <message>
        <source>Every block goes over one of these trees.</source>
        <translation>Jeder Block geht über einen dieser Bäume.</translation>
    </message>
    <message>
        <source>Every block has its own tree. This is the tree of block %1; follow another block to see its tree.</source>
        <translation>Jeder Block hat seinen eigenen Baum. Dies ist der von Block %1; ein anderer Block zeigt seinen, wenn man ihm folgt.</translation>
    </message>
    <message>
        <source>The messages form no tree, since ranks receive data from several others. Messages, round by round.</source>
        <translation>Die Nachrichten bilden keinen Baum, da Ränge von mehreren anderen Daten bekommen. Nachrichten, Runde für Runde.</translation>
    </message>
    <message>
        <source> Only the first %1.</source>
        <translation> Nur die ersten %1.</translation>
    </message>
    <message>
        <source>to rank %1</source>
        <translation>an Rang %1</translation>
    </message>
    <message>
        <source>from rank %1</source>
        <translation>von Rang %1</translation>
    </message>
    <message>
        <source>block %1, %2</source>
        <translation>Block %1, %2</translation>
    </message>
    <message>
        <source>blocks %1, %2</source>
        <translation>Blöcke %1, %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 an %2</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>, partner r XOR %1</source>
        <translation>, Partner r XOR %1</translation>
    </message>
    <message>
        <source>, to r + %1</source>
        <translation>, an r + %1</translation>
    </message>
    <message>
        <source>, to r − %1</source>
        <translation>, an r − %1</translation>
    </message>
    <message>
        <source>… (%1 messages)</source>
        <translation>… (%1 Nachrichten)</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Rounds %1</source>
        <translation>Runden %1</translation>
    </message>
    <message>
        <source>: rank %1 sends %2 and receives %3 in all.</source>
        <translation>: Rang %1 sendet insgesamt %2 und empfängt %3.</translation>
    </message>
    <message>
        <source>: rank %1 waits.</source>
        <translation>: Rang %1 wartet.</translation>
    </message>
    <message>
        <source>Before the first round.</source>
        <translation>Vor der ersten Runde.</translation>
    </message>
    <message>
        <source>%1: rank %2 waits.</source>
        <translation>%1: Rang %2 wartet.</translation>
    </message>
    <message>
        <source>%1: rank %2 sends %3.</source>
        <translation>%1: Rang %2 sendet %3.</translation>
    </message>
    <message>
        <source>%1: rank %2 receives %3.</source>
        <translation>%1: Rang %2 empfängt %3.</translation>
    </message>
    <message>
        <source>%1: rank %2 sends %3 and receives %4.</source>
        <translation>%1: Rang %2 sendet %3 und empfängt %4.</translation>
    </message>
    <message>
        <source>No run is shown.</source>
        <translation>Kein Lauf wird gezeigt.</translation>
    </message>
    <message>
        <source>nothing is followed</source>
        <translation>nichts wird verfolgt</translation>
    </message>
    <message>
        <source>final: blocks %1</source>
        <translation>fertig: Blöcke %1</translation>
    </message>
    <message>
        <source>held: blocks %1</source>
        <translation>vorhanden: Blöcke %1</translation>
    </message>
    <message>
        <source>partial: blocks %1</source>
        <translation>teilweise: Blöcke %1</translation>
    </message>
    <message>
        <source>wrong: blocks %1</source>
        <translation>falsch: Blöcke %1</translation>
    </message>
    <message>
        <source>absent: blocks %1</source>
        <translation>fehlend: Blöcke %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%1 von %2, %3</translation>
    </message>
    <message>
        <source>%1 ranks, %2 blocks; no rank is followed</source>
        <translation>%1 Ränge, %2 Blöcke; kein Rang wird verfolgt</translation>
    </message>
    <message>
        <source>unlimited ports</source>
        <translation>unbegrenzt viele Ports</translation>
    </message>
    <message>
        <source>port per link</source>
        <translation>Port je Verbindung</translation>
    </message>
    <message>
        <source>one port</source>
        <translation>ein Port</translation>
    </message>
    <message>
        <source>%1 ports</source>
        <translation>%1 Ports</translation>
    </message>
    <message>
        <source>, half duplex</source>
        <translation>, halbduplex</translation>
    </message>
    <message>
        <source>before the first round</source>
        <translation>vor der ersten Runde</translation>
    </message>
    <message>
        <source>after round %1</source>
        <translation>nach Runde %1</translation>
    </message>
    <message>
        <source>%1 %2 on %3</source>
        <translation>%1 %2 auf %3</translation>
    </message>
    <message>
        <source>%1 ranks · %2</source>
        <translation>%1 Ränge · %2</translation>
    </message>
    <message>
        <source> · %1 links</source>
        <translation> · Verbindungen %1</translation>
    </message>
    <message>
        <source> · %1 mapping</source>
        <translation> · Abbildung %1</translation>
    </message>
    <message>
        <source> · no contention</source>
        <translation> · ohne Konkurrenz</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>round %1 of %2</source>
        <translation>Runde %1 von %2</translation>
    </message>
    <message>
        <source>no transfers</source>
        <translation>keine Übertragungen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>rounds %1</source>
        <translation>Runden %1</translation>
    </message>
    <message>
        <source> · totals of %1 messages</source>
        <translation> · Summen über %1 Nachrichten</translation>
    </message>
    <message>
        <source> · 1 transfer</source>
        <translation> · 1 Übertragung</translation>
    </message>
    <message>
        <source> · %1 transfers</source>
        <translation> · %1 Übertragungen</translation>
    </message>
    <message>
        <source> (round %1)</source>
        <translation> (Runde %1)</translation>
    </message>
    <message>
        <source> (rounds %1)</source>
        <translation> (Runden %1)</translation>
    </message>
    <message>
        <source>rank %1, block %2 (elements %3)
</source>
        <translation>Rang %1, Block %2 (Elemente %3)
</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>held: contributed by rank %1</source>
        <translation>vorhanden: beigetragen von Rang %1</translation>
    </message>
    <message>
        <source>partial: %1 of %2 contributions
ranks %3</source>
        <translation>teilweise: %1 von %2 Beiträgen
Ränge %3</translation>
    </message>
    <message>
        <source>final: contributed by rank %1</source>
        <translation>fertig: beigetragen von Rang %1</translation>
    </message>
    <message>
        <source>final: contributions of ranks %1</source>
        <translation>fertig: Beiträge der Ränge %1</translation>
    </message>
    <message>
        <source>wrong: %1</source>
        <translation>falsch: %1</translation>
    </message>
    <message>
        <source>
since %1</source>
        <translation>
seit %1</translation>
    </message>
    <message>
        <source>a message</source>
        <translation>eine Nachricht</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>Block %1</translation>
    </message>
    <message>
        <source>blocks %1</source>
        <translation>Blöcke %1</translation>
    </message>
    <message>
        <source>rank %1 sends %2 to rank %3
round %4, %5
%6 to %7</source>
        <translation>Rang %1 sendet %2 an Rang %3
Runde %4, %5
%6 bis %7</translation>
    </message>
    <message>
        <source>
waited %1 for ports</source>
        <translation>
wartete %1 auf Ports</translation>
    </message>
    <message>
        <source>switch %1</source>
        <translation>Switch %1</translation>
    </message>
    <message>
        <source>node %1 GPU %2</source>
        <translation>Knoten %1 GPU %2</translation>
    </message>
    <message>
        <source>node %1 switch</source>
        <translation>Knoten %1 Switch</translation>
    </message>
    <message>
        <source>node %1 NIC %2</source>
        <translation>Knoten %1 NIC %2</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>Host %1</translation>
    </message>
    <message>
        <source>: no rank</source>
        <translation>: kein Rang</translation>
    </message>
    <message>
        <source>: ranks %1</source>
        <translation>: Ränge %1</translation>
    </message>
    <message>
        <source> (rank %1)</source>
        <translation> (Rang %1)</translation>
    </message>
    <message>
        <source> (host %1)</source>
        <translation> (Host %1)</translation>
    </message>
    <message>
        <source>sends</source>
        <translation>sendet</translation>
    </message>
    <message>
        <source>receives</source>
        <translation>empfängt</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>rechnet</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>link from %1 to %2
</source>
        <translation>Verbindung von %1 nach %2
</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>%1 waiting for the latency</source>
        <translation>%1 warten die Latenz ab</translation>
    </message>
    <message>
        <source>load %1 %, %2 with %3 flow</source>
        <translation>Last %1 %, %2 mit %3 Strom</translation>
    </message>
    <message>
        <source>load %1 %, %2 with %3 flows</source>
        <translation>Last %1 %, %2 mit %3 Strömen</translation>
    </message>
    <message>
        <source>
rank %1 to rank %2</source>
        <translation>
Rang %1 an Rang %2</translation>
    </message>
    <message>
        <source>memory of the host</source>
        <translation>Speicher des Hosts</translation>
    </message>
    <message>
        <source>the message starts up</source>
        <translation>die Nachricht läuft an</translation>
    </message>
    <message>
        <source>other messages on %1</source>
        <translation>andere Nachrichten auf %1</translation>
    </message>
    <message>
        <source>other messages hold its ports</source>
        <translation>andere Nachrichten halten ihre Ports</translation>
    </message>
    <message>
        <source>rank %1 posts its receive later</source>
        <translation>Rang %1 stellt seinen Empfang später bereit</translation>
    </message>
    <message>
        <source>reductions, copies or other work</source>
        <translation>Reduktionen, Kopien oder andere Arbeit</translation>
    </message>
    <message>
        <source>the processor starts this message</source>
        <translation>der Prozessor beginnt diese Nachricht</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>contention</source>
        <translation>Konkurrenz</translation>
    </message>
    <message>
        <source>ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>late partners</source>
        <translation>späte Partner</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>Overhead</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>α: start-up of messages</source>
        <translation>α: Anlaufzeit der Nachrichten</translation>
    </message>
    <message>
        <source>latency: links and hops on their way</source>
        <translation>Latenz: Verbindungen und Zwischenstationen auf ihrem Weg</translation>
    </message>
    <message>
        <source>bytes: at the rate of a message alone</source>
        <translation>Bytes: mit der Rate einer Nachricht allein</translation>
    </message>
    <message>
        <source>contention: added by sharing links</source>
        <translation>Konkurrenz: hinzugefügt durch das Teilen von Verbindungen</translation>
    </message>
    <message>
        <source>ports: waiting until others release them</source>
        <translation>Ports: Warten, bis andere sie freigeben</translation>
    </message>
    <message>
        <source>late partners: senders waiting for receivers</source>
        <translation>späte Partner: Sender, die auf Empfänger warten</translation>
    </message>
    <message>
        <source>computing: reductions, copies and other work</source>
        <translation>Rechnen: Reduktionen, Kopien und andere Arbeit</translation>
    </message>
    <message>
        <source>overhead: processors busy with messages</source>
        <translation>Overhead: Prozessoren, die mit Nachrichten beschäftigt sind</translation>
    </message>
    <message>
        <source>critical path: rank %1 (round %2)</source>
        <translation>kritischer Pfad: Rang %1 (Runde %2)</translation>
    </message>
    <message>
        <source>critical path: rank %1 to rank %2 (round %3)</source>
        <translation>kritischer Pfad: Rang %1 an Rang %2 (Runde %3)</translation>
    </message>
    <message>
        <source>%1 for %2: %3</source>
        <translation>%1 für %2: %3</translation>
    </message>
    <message>
        <source>At least %1 other paths are as long.</source>
        <translation>Mindestens %1 andere Pfade sind ebenso lang.</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>the left run</source>
        <translation>der linke Lauf</translation>
    </message>
    <message>
        <source>the right run</source>
        <translation>der rechte Lauf</translation>
    </message>
    <message>
        <source>waits for ports, for its message with rank %1, until %2</source>
        <translation>wartet bis %2 auf Ports, für seine Nachricht mit Rang %1</translation>
    </message>
    <message>
        <source>waits for round %1, which all enter together</source>
        <translation>wartet auf Runde %1, in die alle gemeinsam gehen</translation>
    </message>
    <message>
        <source>waits for rank %1, which posts its receive at %2</source>
        <translation>wartet auf Rang %1, der seinen Empfang bei %2 bereitstellt</translation>
    </message>
    <message>
        <source>waits for rank %1, which posts its send at %2</source>
        <translation>wartet auf Rang %1, der sein Senden bei %2 bereitstellt</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>in Compose (F2), %1; then Run</source>
        <translation>unter „Entwerfen“ (F2), %1; dann „Starten“</translation>
    </message>
    <message>
        <source>in a terminal, `%1`</source>
        <translation>in einem Terminal, `%1`</translation>
    </message>
    <message>
        <source>the schedule determines the whole run</source>
        <translation>der Ablaufplan bestimmt den ganzen Lauf</translation>
    </message>
    <message>
        <source>the run has no schedule of chunks</source>
        <translation>der Lauf hat keinen Ablaufplan aus Stücken</translation>
    </message>
    <message>
        <source>%1 moves no data</source>
        <translation>%1 überträgt keine Daten</translation>
    </message>
    <message>
        <source>%1 has no root</source>
        <translation>%1 hat keine Wurzel</translation>
    </message>
    <message>
        <source>%1 does not reduce</source>
        <translation>%1 reduziert nicht</translation>
    </message>
    <message>
        <source>the bytes follow from sizes</source>
        <translation>Die Bytes folgen aus sizes</translation>
    </message>
    <message>
        <source>%1 is not among neighbours</source>
        <translation>%1 ist nicht unter Nachbarn</translation>
    </message>
    <message>
        <source>the blocks of %1 are all equal</source>
        <translation>die Blöcke von %1 sind alle gleich</translation>
    </message>
    <message>
        <source>sizes sets the block of every rank</source>
        <translation>sizes bestimmt den Block jedes Rangs</translation>
    </message>
    <message>
        <source>the distribution &apos;%1&apos; has no parameter</source>
        <translation>die Verteilung „%1“ hat keinen Parameter</translation>
    </message>
    <message>
        <source>the links of %1 have one level</source>
        <translation>die Verbindungen von %1 haben eine Ebene</translation>
    </message>
    <message>
        <source>sends and receives share ports only if ports is a number</source>
        <translation>Senden und Empfangen teilen sich Ports nur, wenn ports eine Zahl ist</translation>
    </message>
    <message>
        <source>with unlimited ports no message waits</source>
        <translation>bei unbegrenzt vielen Ports wartet keine Nachricht</translation>
    </message>
    <message>
        <source>last start after %1</source>
        <translation>letzter Beginn nach %1</translation>
    </message>
    <message>
        <source>without eager_limit no sender copies a message away</source>
        <translation>ohne eager_limit kopiert kein Sender eine Nachricht weg</translation>
    </message>
    <message>
        <source>every host has only one rank</source>
        <translation>jeder Host hat nur einen Rang</translation>
    </message>
    <message>
        <source>Try: %1.</source>
        <translation>Versuchen Sie: %1.</translation>
    </message>
    <message>
        <source>“Fastest” in Charts (F5)</source>
        <translation>„Schnellste“ unter „Diagramme“ (F5)</translation>
    </message>
    <message>
        <source>one block in %1</source>
        <translation>ein Block in %1</translation>
    </message>
    <message>
        <source>rank (down) by data from → for (across)</source>
        <translation>Rang (abwärts) nach Daten von → für (quer)</translation>
    </message>
    <message>
        <source>rank (down) by block (across)</source>
        <translation>Rang (abwärts) nach Block (quer)</translation>
    </message>
    <message>
        <source>rank (down) by owner of the data (across)</source>
        <translation>Rang (abwärts) nach Eigentümer der Daten (quer)</translation>
    </message>
    <message>
        <source>rank (down) by receiver (across)</source>
        <translation>Rang (abwärts) nach Empfänger (quer)</translation>
    </message>
    <message>
        <source>held</source>
        <translation>da</translation>
    </message>
    <message>
        <source>partial sum</source>
        <translation>Teilsumme</translation>
    </message>
    <message>
        <source>final</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>this round</source>
        <translation>diese Runde</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Causes of the time</source>
        <translation>Ursachen der Zeit</translation>
    </message>
    <message>
        <source>From here on the network shows totals of rounds, not single messages.</source>
        <translation>Ab hier zeigt das Netz Summen von Runden, keine einzelnen Nachrichten.</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>link load  0</source>
        <translation>Last der Verbindungen  0</translation>
    </message>
    <message>
        <source>1 flow</source>
        <translation>1 Strom</translation>
    </message>
    <message>
        <source>busier than in the other run</source>
        <translation>stärker belastet als im anderen Lauf</translation>
    </message>
    <message>
        <source>hottest</source>
        <translation>heißeste</translation>
    </message>
    <message>
        <source>message under way</source>
        <translation>Nachricht unterwegs</translation>
    </message>
    <message>
        <source>arrived</source>
        <translation>angekommen</translation>
    </message>
    <message>
        <source>No message has been sent yet.</source>
        <translation>Noch ist keine Nachricht gesendet worden.</translation>
    </message>
    <message>
        <source>arriving data</source>
        <translation>ankommende Daten</translation>
    </message>
    <message>
        <source>a signal to rank %1</source>
        <translation>ein Signal an Rang %1</translation>
    </message>
    <message>
        <source>%1 of rank %2</source>
        <translation>%1 von Rang %2</translation>
    </message>
    <message>
        <source>The end of the run.</source>
        <translation>Das Ende des Laufs.</translation>
    </message>
    <message>
        <source>This is the end of the run.</source>
        <translation>Dies ist das Ende des Laufs.</translation>
    </message>
    <message>
        <source>The answer is shown.</source>
        <translation>Die Antwort wird gezeigt.</translation>
    </message>
    <message>
        <source>The next page: %1</source>
        <translation>Die nächste Seite: %1</translation>
    </message>
    <message>
        <source>This is the end of the lesson.</source>
        <translation>Dies ist das Ende der Lektion.</translation>
    </message>
    <message>
        <source>Frozen: everything after this moment is hidden.</source>
        <translation>Eingefroren: Alles nach diesem Moment ist verborgen.</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>the rank is late, or its processor is preempted</source>
        <translation>der Rang kommt spät, oder sein Prozessor ist verdrängt</translation>
    </message>
    <message>
        <source>noise: ranks that are late, or preempted</source>
        <translation>Rauschen: Ränge, die spät oder verdrängt sind</translation>
    </message>
    <message>
        <source>by others</source>
        <translation>durch andere</translation>
    </message>
    <message>
        <source>tb %1</source>
        <translation>TB %1</translation>
    </message>
    <message>
        <source>Each operation has its own data, which are verified, but not followed.</source>
        <translation>Jede Operation hat eigene Daten, die geprüft, aber nicht verfolgt werden.</translation>
    </message>
    <message>
        <source>%1 operations on %2</source>
        <translation>%1 Operationen auf %2</translation>
    </message>
    <message>
        <source>every rank has its own core</source>
        <translation>jeder Rang hat einen eigenen Kern</translation>
    </message>
    <message>
        <source>noise is off</source>
        <translation>Rauschen ist aus</translation>
    </message>
    <message>
        <source>nothing in the run is random</source>
        <translation>nichts in dem Lauf ist zufällig</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>Verklemmung</translation>
    </message>
    <message>
        <source>%1 % of its usual bandwidth
</source>
        <translation>%1 % der üblichen Bandbreite
</translation>
    </message>
    <message>
        <source>%1 more latency than usual
</source>
        <translation>%1 mehr Latenz als üblich
</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>ausgefallen</translation>
    </message>
    <message>
        <source>slower than usual</source>
        <translation>langsamer als üblich</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>background traffic</source>
        <translation>Hintergrundverkehr</translation>
    </message>
    <message>
        <source>%1 % taken by background traffic
</source>
        <translation>%1 % nimmt der Hintergrundverkehr
</translation>
    </message>
    <message>
        <source>reduce</source>
        <translation>Reduce</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>Reduce-Scatter</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>Broadcast</translation>
    </message>
    <message>
        <source>allgather</source>
        <translation>Allgather</translation>
    </message>
    <message>
        <source>, %1, step %2 of %3</source>
        <translation>, %1, Schritt %2 von %3</translation>
    </message>
    <message>
        <source>rank %1 sends %2 to rank %3</source>
        <translation>Rang %1 sendet %2 an Rang %3</translation>
    </message>
    <message>
        <source>each rank sends %1</source>
        <translation>jeder Rang sendet %1</translation>
    </message>
    <message>
        <source>rank %1 sends %2</source>
        <translation>Rang %1 sendet %2</translation>
    </message>
    <message>
        <source>each of %1 ranks sends %2</source>
        <translation>jeder von %1 Rängen sendet %2</translation>
    </message>
    <message>
        <source>%1 (all of its data)</source>
        <translation>%1 (alle seine Daten)</translation>
    </message>
    <message>
        <source>%1 (half of its data)</source>
        <translation>%1 (die Hälfte seiner Daten)</translation>
    </message>
    <message>
        <source>%1 (1/%2 of its data)</source>
        <translation>%1 (1/%2 seiner Daten)</translation>
    </message>
    <message>
        <source> to each of %1 ranks</source>
        <translation> an jeden von %1 Rängen</translation>
    </message>
    <message>
        <source> in %1 messages</source>
        <translation> in %1 Nachrichten</translation>
    </message>
    <message>
        <source> to its partner, %1 away</source>
        <translation> an seinen Partner, %1 entfernt</translation>
    </message>
    <message>
        <source> to rank %1</source>
        <translation> an Rang %1</translation>
    </message>
    <message>
        <source> to the next rank</source>
        <translation> an den nächsten Rang</translation>
    </message>
    <message>
        <source> to the previous rank</source>
        <translation> an den vorigen Rang</translation>
    </message>
    <message>
        <source> to the rank %1 further on</source>
        <translation> an den Rang %1 weiter</translation>
    </message>
    <message>
        <source> to the rank %1 before</source>
        <translation> an den Rang %1 davor</translation>
    </message>
    <message>
        <source>Round %1%2: %3.</source>
        <translation>Runde %1%2: %3.</translation>
    </message>
    <message>
        <source>messages take</source>
        <translation>Nachrichten dauern</translation>
    </message>
    <message>
        <source>as long as alone</source>
        <translation>so lange wie allein</translation>
    </message>
    <message>
        <source>8 × or more</source>
        <translation>8 × oder mehr</translation>
    </message>
    <message>
        <source>part of a sum</source>
        <translation>Teil einer Summe</translation>
    </message>
    <message>
        <source>final data</source>
        <translation>endgültige Daten</translation>
    </message>
    <message>
        <source>%1 share</source>
        <translation>%1 teilen</translation>
    </message>
    <message>
        <source>1 is optimal</source>
        <translation>1 ist optimal</translation>
    </message>
    <message>
        <source>Shift+B follows the blocks of these %1 ranks.</source>
        <translation>Umschalt+B verfolgt die Blöcke dieser %1 Ränge.</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 nach %2</translation>
    </message>
    <message>
        <source>messages share the link %1 and take %2 times as long</source>
        <translation>Nachrichten teilen sich die Verbindung %1 und brauchen %2-mal so lange</translation>
    </message>
    <message>
        <source>%1 messages share the link %2</source>
        <translation>%1 Nachrichten teilen sich die Verbindung %2</translation>
    </message>
    <message>
        <source>%1 at full rate</source>
        <translation>%1 mit voller Rate</translation>
    </message>
    <message>
        <source>latency of %1</source>
        <translation>Latenz von %1</translation>
    </message>
    <message>
        <source>All rounds</source>
        <translation>Alle Runden</translation>
    </message>
    <message>
        <source>Slowest round</source>
        <translation>Langsamste Runde</translation>
    </message>
    <message>
        <source>take %1 each</source>
        <translation>dauern je %1</translation>
    </message>
    <message>
        <source>%1 takes %2</source>
        <translation>%1 dauert %2</translation>
    </message>
    <message>
        <source>Busiest link</source>
        <translation>Vollste Verbindung</translation>
    </message>
    <message>
        <source>%1 carries %2</source>
        <translation>%1 trägt %2</translation>
    </message>
    <message>
        <source>bytes as fast as alone</source>
        <translation>Bytes so schnell wie allein</translation>
    </message>
    <message>
        <source>a tile for each link, at the rank where it begins; a double click goes there</source>
        <translation>eine Kachel für jede Verbindung, beim Rang, an dem sie beginnt; ein Doppelklick geht dorthin</translation>
    </message>
    <message>
        <source>a tile for each link; a double click goes there</source>
        <translation>eine Kachel für jede Verbindung; ein Doppelklick geht dorthin</translation>
    </message>
    <message>
        <source>rank %1 sends %2 to %3 ranks</source>
        <translation>Rang %1 sendet %2 an %3 Ränge</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ränge</translation>
    </message>
    <message>
        <source>; in round %1 %2 to %3</source>
        <translation>; in Runde %1 %2 an %3</translation>
    </message>
    <message>
        <source>Bytes from rank to rank</source>
        <translation>Bytes von Rang zu Rang</translation>
    </message>
    <message>
        <source>Rows send, columns receive; this round has the colours of links.</source>
        <translation>Zeilen senden, Spalten empfangen; diese Runde hat die Farben der Verbindungen.</translation>
    </message>
    <message>
        <source>dimension %1</source>
        <translation>Dimension %1</translation>
    </message>
    <message>
        <source>upwards</source>
        <translation>aufwärts</translation>
    </message>
    <message>
        <source>downwards</source>
        <translation>abwärts</translation>
    </message>
    <message>
        <source>from hosts, level %1</source>
        <translation>von Hosts, Ebene %1</translation>
    </message>
    <message>
        <source>to hosts, level %1</source>
        <translation>zu Hosts, Ebene %1</translation>
    </message>
    <message>
        <source>between switches, level %1</source>
        <translation>zwischen Switches, Ebene %1</translation>
    </message>
</context>
</TS>
