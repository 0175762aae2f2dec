// SPDX-License-Identifier: MIT
#include "arena/record/language.h"

#include <stdio.h>
#include <string.h>

/* ---- German phrases ---- */

/* A row for each format and phrase of game_text.c, `deal`, `rules show` and the page, and for each
 * word of the texts that the engine makes. */
const struct language_row language_rows[] = {
    /* cards and games */
    {"clubs", "Kreuz", "Eichel"},
    {"spades", "Pik", "Grün"},
    {"hearts", "Herz", "Rot"},
    {"diamonds", "Karo", "Schellen"},
    {"grand", "Grand", NULL},
    {"null", "Null", NULL},
    {"ramsch", "Ramsch", NULL},
    {"revolution", "Revolution", NULL},
    {"sächsische", "Sächsische", NULL},
    {"Spitze", "Spitze", NULL},
    {"sächsische Spitze", "Sächsische Spitze", NULL},
    {"sachsenspitze", "Sächsische Spitze", NULL},
    {"suit", "Farbspiel", NULL},
    {"ouvert", "ouvert", NULL},
    {"hand", "Hand", NULL},
    {"turned", "gewendet", NULL},
    {"schneider", "Schneider", NULL},
    {"schwarz", "Schwarz", NULL},
    {"announced", "angesagt", NULL},
    {"spitze", "Spitze", NULL},
    {"spitzen", "Spitzen", NULL},
    /* the count of a game */
    {"with", "mit", NULL},
    {"without", "ohne", NULL},
    {"game", "Spiel", NULL},
    {"rum", "Rum", NULL},
    {"gift", "Geschenk", NULL},
    {"gifts", "Geschenke", NULL},
    {"two", "zwei", NULL},
    {"refused", "abgelehnt", NULL},
    {"times", "mal", NULL},
    {"doubles", "verdoppelt", NULL},
    {"lost", "verloren", NULL},
    {"won", "gewonnen", NULL},
    {"bock", "Bock", NULL},
    {"kontra", "Kontra", NULL},
    {"re", "Re", NULL},
    {"supra", "Supra", NULL},
    {"hirsch", "Hirsch", NULL},
    {"blatt", "Blatt", NULL},
    {"lachs", "Lachs", NULL},
    {"schuss", "Schuss", NULL},
    {"doubled", "nochmals", NULL},
    {"again", "verdoppelt", NULL},
    {"possible", "mögliche", NULL},
    {"doublings", "Verdopplungen", NULL},
    {"bid", "gereizt", NULL},
    {"raised", "erhöht", NULL},
    {"to", "auf", NULL},
    {"overbid", "überreizt", NULL},
    {"at", "bei", NULL},
    {"nothing", "nichts", NULL},
    /* seats */
    {"forehand", "Vorhand", NULL},
    {"middlehand", "Mittelhand", NULL},
    {"rearhand", "Hinterhand", NULL},
    {"dealer", "Geber", NULL},
    {"skat", "Skat", NULL},
    {"deal", "Gabe", NULL},
    {"second skat", "zweiter Skat", NULL},
    /* the deal */
    {"game %llu: session %llu, deal %llu, arrangement %u; dealer %s\n",
     "Spiel %llu: Serie %llu, Gabe %llu, Sitzordnung %u; Geber %s\n", NULL},
    {"bock round, deal %d of %d", "Bockrunde, Spiel %d von %d", NULL},
    {"ramsch round, deal %d of %d", "Ramschrunde, Spiel %d von %d", NULL},
    {", counts %d times", ", zählt %d-fach", NULL},
    {": the last round of the session\n", ": die letzte Runde der Serie\n", NULL},
    {": opened by %s\n", ": eröffnet durch %s\n", NULL},
    {"  two rows of four, each card open/covered\n",
     "  zwei Reihen zu vier, jede Karte offen/verdeckt\n", NULL},
    {"a game of more than 100", "ein Spiel von mehr als 100", NULL},
    {"a grand hand that was won", "ein gewonnenes Spiel Grand Hand", NULL},
    {"a grand hand", "ein Spiel Grand Hand", NULL},
    {"a grand hand that was lost", "ein verlorenes Spiel Grand Hand", NULL},
    {"a null ouvert by hand", "ein Spiel Null ouvert Hand", NULL},
    {"a game lost with kontra", "ein mit Kontra verlorenes Spiel", NULL},
    {"a game with re", "ein Spiel mit Re", NULL},
    {"a game won with re", "ein mit Re gewonnenes Spiel", NULL},
    {"a game with declarer in schneider", "ein Spiel mit Alleinspieler im Schneider", NULL},
    {"a game of 60 to 60 points", "ein Spiel mit 60 zu 60 Augen", NULL},
    {"the last round", "die letzte Runde", NULL},
    {"a score that is a multiple of 100", "eine Punktzahl in vollen Hundertern", NULL},
    {"a score of three equal digits", "eine Punktzahl aus drei gleichen Ziffern", NULL},
    {"a score that ends in three equal digits", "eine Punktzahl mit drei gleichen Endziffern",
     NULL},
    {"a game won at 72 or more", "ein mit mindestens 72 gewonnenes Spiel", NULL},
    {"a game won at 96 or more", "ein mit mindestens 96 gewonnenes Spiel", NULL},
    {"a game won in spite of kontra", "ein trotz Kontra gewonnenes Spiel", NULL},
    {"(pile)", "(Stapel)", NULL},
    {"(dummy)", "(Strohmann)", NULL},
    {"auction\n  ", "Reizen\n  ", NULL},
    {"%s yes", "%s ja", NULL},
    {"solo in", "Solo in", NULL},
    {"Frage in", "Frage in", NULL},
    {"%s passes", "%s passt", NULL},
    {" has left ", " hat noch ", NULL},
    {", sees", ", sieht", NULL},
    {" and chooses %s", " und wählt %s", NULL},
    {"declarer %s", "Alleinspieler %s", NULL},
    {" at %d", " bei %d", NULL},
    {" at %s", " bei %s", NULL},
    {" turns ", " wendet ", NULL},
    {", is not content, and turns ", ", dem es nicht passt, wendet ", NULL},
    {", shows", ", zeigt", NULL},
    {": the bid is too high", ": überreizt", NULL},
    {", puts aside", ", drückt", NULL},
    {"ramsch\n", "Ramsch\n", NULL},
    /* what is said */
    {"before the lead, ", "vor dem Ausspiel: ", NULL},
    {"after %d card ", "nach %d Karte: ", NULL},
    {"after %d cards ", "nach %d Karten: ", NULL},
    {"%s says rum, and shows", "%s sagt Rum und zeigt", NULL},
    {"%s%s says %s", "%s%s sagt %s", NULL},
    {"%s%s proposes to give up", "%s%s will schenken", NULL},
    {"%s asks to give up", "%s möchte aufgeben", NULL},
    {"%s resigns", "%s gibt auf", NULL},
    {"you agree", "du stimmst zu", NULL},
    {"%s agrees", "%s stimmt zu", NULL},
    {": refused", ": abgelehnt", NULL},
    {"%s claims the rest", "%s beansprucht den Rest", NULL},
    {"%s claims to take no trick", "%s will keinen Stich mehr machen", NULL},
    {"%s claims the rest: granted", "%s beansprucht den Rest: zugestanden", NULL},
    {"%s claims the rest: refused", "%s beansprucht den Rest: abgelehnt", NULL},
    {"%s accepts", "%s nimmt an", NULL},
    {"%s refuses", "%s lehnt ab", NULL},
    {"%s takes the cards and passes on", "%s nimmt den Skat auf und schiebt", NULL},
    {"%s passes the cards on unseen", "%s schiebt ungesehen", NULL},
    {"%s knocks", "%s klopft", NULL},
    {"%s now holds", "%s hat nun", NULL},
    /* on the page */
    {"ace", "Ass", "Daus"},
    {"king", "König", NULL},
    {"queen", "Dame", "Ober"},
    {"jack", "Bube", "Unter"},
    {"ten", "Zehn", NULL},
    {"nine", "Neun", NULL},
    {"eight", "Acht", NULL},
    {"seven", "Sieben", NULL},
    {"six", "Sechs", NULL},
    {"is silent", "schweigt", NULL},
    {"passes", "passt", NULL},
    {"holds", "hält", NULL},
    {"declines", "lehnt ab", NULL},
    {"picks up the skat", "nimmt den Skat auf", NULL},
    {"says kontra", "sagt Kontra", NULL},
    {"proposes to give up", "will schenken", NULL},
    {"turns a card of the skat", "wendet eine Karte des Skats", NULL},
    {"says rum", "sagt Rum", NULL},
    {"knocks", "klopft", NULL},
    {"passes the skat on unseen", "schiebt ungesehen", NULL},
    {"concedes", "gibt auf", NULL},
    {"declares grand hand", "sagt Grand Hand an", NULL},
    {"chooses a suit game", "wählt ein Farbspiel", NULL},
    {"chooses grand", "wählt Grand", NULL},
    {"chooses null", "wählt Null", NULL},
    {"chooses ramsch", "wählt Ramsch", NULL},
    {"bids", "reizt", NULL},
    {"plays", "spielt", NULL},
    {"plays the card at place", "spielt die Karte auf Platz", NULL},
    {"names", "nennt", NULL},
    {"announces", "sagt an:", NULL},
    {"declares", "spielt", NULL},
    {"passes on", "schiebt", NULL},
    {"takes a new hand:", "nimmt ein neues Blatt:", NULL},
    {"put aside", "gedrückt", NULL},
    {"The deal, and the auction", "Die Karten und das Reizen", NULL},
    {"The play begins", "Das Spiel beginnt", NULL},
    {"rejects it and turns", "verwirft sie und wendet", NULL},
    {"turns", "wendet", NULL},
    {"Trick", "Stich", NULL},
    {"takes it", "sticht", NULL},
    {"declarer", "Alleinspieler", NULL},
    {"defender", "Gegenspieler", NULL},
    {"defenders", "Gegenspieler", NULL},
    /* `rules show` */
    {"; official: ", "; amtlich: ", NULL},
    {"all else as in the official rules (--all)\n", "alles Übrige wie amtlich (--all)\n", NULL},
    {"bids (%d):\n ", "Reizwerte (%d):\n ", NULL},
    {"values (%d):\n ", "Spielwerte (%d):\n ", NULL},
    {"\nhighest game: %d\n", "\nhöchstes Spiel: %d\n", NULL},
    {"named, lowest first:", "genannt wird, vom niedrigsten an:", NULL},
    /* with open cards */
    {" loses %d", " verliert %d", NULL},
    {" turns the game", " kippt das Spiel", NULL},
    {", turns the game", ", kippt das Spiel", NULL},
    {" gives it away", " verschenkt es", NULL},
    {"; kept by ", "; gehalten durch ", NULL},
    {"turned in trick %d by %s's ", "gekippt im Stich %d, %s: ", NULL},
    {"all cards open:", "mit offenen Karten:", NULL},
    {" %d points", " %d Augen", NULL},
    {"; after the last card %d", "; nach der letzten Karte %d", NULL},
    /* the end */
    {"%s%s %d points in %d trick", "%s%s %d Augen in %d Stich", NULL},
    {"%s%s %d points in %d tricks", "%s%s %d Augen in %d Stichen", NULL},
    {"; a march", "; Durchmarsch", NULL},
    {"; %d virgin: times %d", "; %d Jungfrau: mal %d", NULL},
    {"; %d virgins: times %d", "; %d Jungfrauen: mal %d", NULL},
    {"; passed on unseen: times %d", "; ungesehen geschoben: mal %d", NULL},
    {", but not a march", ", aber nicht der Durchmarsch", NULL},
    {"; knocked: times %d", "; geklopft: mal %d", NULL},
    {"; bock: times %d", "; Bock: mal %d", NULL},
    {"opens a round: ", "eröffnet eine Runde: ", NULL},
    {"%s loses the round; the count starts again\n", "%s verliert die Runde; es wird neu gezählt\n",
     NULL},
    {"total", "Stand", NULL},
    {"fault: %s%s%s\n", "Fehler: %s%s%s\n", NULL},
    {"penalty: %d, which nobody gets\n", "Strafe: %d, die niemand bekommt\n", NULL},
    {" answered illegally: ", " antwortet regelwidrig: ", NULL},
    {" took too long", " braucht zu lange", NULL},
    {" left the table or crashed", " verlässt den Tisch oder stürzt ab", NULL},
    {" crashed", " stürzt ab", NULL},
    {"no game", "kein Spiel", NULL},
    {"passed in", "eingepasst", NULL},
    {"%s concedes\n", "%s gibt auf\n", NULL},
    {"%d card points in %d trick\n", "%d Augen in %d Stich\n", NULL},
    {"%d card points in %d tricks\n", "%d Augen in %d Stichen\n", NULL},
    {"score", "Punkte", NULL},
    /* at the table */
    {"you", "du", NULL},
    {"you do nothing", "du tust nichts", NULL},
    {"does nothing", "tut nichts", NULL},
    {"you pass", "du passt", NULL},
    {"you bid", "du reizt", NULL},
    {"you hold", "du hältst", NULL},
    {"you take the skat", "du nimmst den Skat", NULL},
    {"takes the skat", "nimmt den Skat", NULL},
    {"you play", "du spielst", NULL},
    {"you concede", "du gibst auf", NULL},
    {"you play on", "du spielst weiter", NULL},
    {"plays on", "spielt weiter", NULL},
    {"you double", "du sagst Kontra", NULL},
    {"you decline", "du lehnst ab", NULL},
    {"you propose to give up", "du willst schenken", NULL},
    {"you pass on", "du schiebst", NULL},
    {"you say rum", "du sagst Rum", NULL},
    {"you take a new hand", "du nimmst ein neues Blatt", NULL},
    {"takes a new hand", "nimmt ein neues Blatt", NULL},
    {"you turn a card", "du wendest eine Karte", NULL},
    {"turns a card", "wendet eine Karte", NULL},
    {"you choose", "du wählst", NULL},
    {"chooses", "wählt", NULL},
    {"you claim the rest", "du beanspruchst den Rest", NULL},
    {"claims the rest", "beansprucht den Rest", NULL},
    {"you name", "du nennst", NULL},
    {"you knock", "du klopfst", NULL},
    {": to %s\n", ": an %s\n", NULL},
    {"\ndeal %d of %d", "\nSpiel %d von %d", NULL},
    {"your cards:", "deine Karten:", NULL},
    {"in all:", "insgesamt:", NULL},
    {"\n%s ends the deal by a fault\n", "\n%s beendet das Spiel durch einen Fehler\n", NULL},
    {"seed %s; ", "Startwert %s; ", NULL},
    {"\"quit\" ends\n", "\"ende\" hört auf\n", NULL},
    {"quit", "ende", NULL},
    {"\"%.60s\": %s; answers: ", "\"%.60s\": %s; Antworten: ", NULL},
    {" and %d cards to put aside", " und %d Karten zum Drücken", NULL},
    {"\npuzzle %d of %d: %s%s%s\n", "\nAufgabe %d von %d: %s%s%s\n", NULL},
    {"solved; ", "gelöst; ", NULL},
    {"not solved; ", "nicht gelöst; ", NULL},
    {"right: ", "richtig: ", NULL},
    {"right: anything but ", "richtig: alles außer ", NULL},
    {"\nsolved: %d of %d\n", "\ngelöst: %d von %d\n", NULL},
    {"Your bid?", "Was reizt du?", NULL},
    {"Do you hold?", "Hältst du?", NULL},
    {"Which game?", "Welches Spiel?", NULL},
    {"Which game, and what do you put aside?", "Welches Spiel, und was drückst du?", NULL},
    {"Do you concede?", "Gibst du auf?", NULL},
    {"Which card?", "Welche Karte?", NULL},
    {"Do you say kontra?", "Sagst du Kontra?", NULL},
    {"Your partner wants to give up: do you agree?", "Dein Partner will schenken: stimmst du zu?",
     NULL},
    {"The defenders give up: do you accept?", "Die Gegenspieler schenken: nimmst du an?", NULL},
    {"Do you play grand hand?", "Spielst du Grand Hand?", NULL},
    {"Do you take the skat?", "Nimmst du den Skat auf?", NULL},
    {"Which cards do you pass on?", "Welche Karten schiebst du weiter?", NULL},
    {"Which cards do you keep?", "Welche Karten behältst du?", NULL},
    {"Which game, or the other card?", "Welches Spiel, oder die andere Karte?", NULL},
    {"Do you play alone?", "Spielst du allein?", NULL},
    {"Which kind of game?", "Welche Art von Spiel?", NULL},
    {"The card at which place?", "Die Karte an welchem Platz?", NULL},
    {"Do you agree to the claim?", "Gibst du den Rest zu?", NULL},
    {"Do you agree to give up?", "Bist du einverstanden aufzugeben?", NULL},
    {"Which game do you name?", "Welches Spiel nennst du?", NULL},
    {"Do you knock?", "Klopfst du?", NULL},
    /* answers */
    {"pass", "passe", NULL},
    {"hold", "halte", NULL},
    {"yes", "ja", NULL},
    {"no", "nein", NULL},
    {"pick_up", "aufnehmen", NULL},
    {"concede", "aufgeben", NULL},
    {"play_on", "weiter", NULL},
    {"give_up", "schenken", NULL},
    {"pass_on", "schieben", NULL},
    {"turn", "wenden", NULL},
    {"claim", "Rest", NULL},
    {"knock", "klopfen", NULL},
    /* at the table, in the browser */
    {"Pass", "Passe", NULL},
    {"Hold", "Halte", NULL},
    {"Yes", "Ja", NULL},
    {"No", "Nein", NULL},
    {"Take the skat", "Skat aufnehmen", NULL},
    {"Concede", "Aufgeben", NULL},
    {"Play on", "Weiterspielen", NULL},
    {"Propose to give up", "Schenken", NULL},
    {"Pass on unseen", "Ungesehen schieben", NULL},
    {"Rum", "Rum", NULL},
    {"Keep these", "Diese behalten", NULL},
    {"Turn a card", "Eine Karte wenden", NULL},
    {"Claim the rest", "Den Rest beanspruchen", NULL},
    {"Knock", "Klopfen", NULL},
    {"place %d", "Platz %d", NULL},
    {"tricks", "Stiche", NULL},
    {"your turn", "du bist dran", NULL},
    {"thinks", "überlegt", NULL},
    {"cards left", "noch Karten", NULL},
    {"Last trick", "Letzter Stich", NULL},
    {"What was said", "Was gesagt wurde", NULL},
    {"higher", "höher", NULL},
    {"Announce a game without it", "Ohne ihn ein Spiel ansagen", NULL},
    {"Done", "Fertig", NULL},
    {"Choose cards of your hand, then press Done.", "Wähle Karten der Hand, dann Fertig.", NULL},
    {"Choose a card to play it.", "Wähle eine Karte, um sie zu spielen.", NULL},
    {"Next deal", "Nächstes Spiel", NULL},
    {"Next puzzle", "Nächste Aufgabe", NULL},
    {"New table", "Neuer Tisch", NULL},
    {"From the first puzzle", "Von der ersten Aufgabe an", NULL},
    {"The deal is over", "Das Spiel ist aus", NULL},
    {"Card by card", "Karte für Karte", NULL},
    {"What the bots thought", "Was die Bots dachten", NULL},
    {"limit", "Grenze", NULL},
    {"chances", "Chancen", NULL},
    {"ended the deal by a fault", "hat das Spiel durch einen Fehler beendet", NULL},
    {"Solved", "Gelöst", NULL},
    {"Not solved", "Nicht gelöst", NULL},
    {"Right", "Richtig", NULL},
    {"Right: anything but", "Richtig: alles außer", NULL},
    {"Puzzle", "Aufgabe", NULL},
    {"solved", "gelöst", NULL},
    {"Deal", "Spiel", NULL},
    {"The server does not answer.", "Der Server antwortet nicht.", NULL},
    {"Served by skat-arena play --browser. The cards are dealt, and the rules applied, by the "
     "server.",
     "Erzeugt von skat-arena play --browser. Der Server gibt die Karten und wendet die Regeln an.",
     NULL},
    {"Light", "Hell", NULL},
    {"Dark", "Dunkel", NULL},
    {"Light colours", "Helle Farben", NULL},
    {"Dark colours", "Dunkle Farben", NULL},
    {"Served by skat-arena serve, which applies the rules. The game and the cards are those of the "
     "log.",
     "Erzeugt von skat-arena serve, das die Regeln anwendet. Spiel und Karten sind die des "
     "Protokolls.",
     NULL},
    {"The game as it was played", "Das Spiel, wie es gespielt wurde", NULL},
    {"%s crashed, and the table ended.", "%s ist abgestürzt, und der Tisch ist beendet.", NULL},
    {"%s ended the table.", "%s hat den Tisch beendet.", NULL},
    {"The process of this table crashed; most likely one of the bots did.",
     "Der Prozess dieses Tisches ist abgestürzt, wahrscheinlich einer der Bots.", NULL},
    {"The process of this table has ended; most likely one of the bots did it.",
     "Der Prozess dieses Tisches wurde beendet, wahrscheinlich von einem der Bots.", NULL},
    {"The table has ended; the terminal says why.",
     "Der Tisch ist geschlossen; das Terminal sagt, warum.", NULL},
    {"Human", "Mensch", NULL},
    {"At the table", "Am Tisch", NULL},
    {"your answer", "deine Antwort", NULL},
    /* the score sheet */
    {"Score sheet", "Spielliste", NULL},
    {"No.", "Nr.", NULL},
    {"base value", "Grundwert", NULL},
    {"Evaluation", "Abrechnung", NULL},
    {"player", "Spieler", NULL},
    {"games won", "gewonnene Spiele", NULL},
    {"games lost", "verlorene Spiele", NULL},
    {"for these", "dafür", NULL},
    {"lost by others", "von anderen verloren", NULL},
    {"in all", "gesamt", NULL},
    {"Print", "Drucken", NULL},
    /* what each card lost */
    {"declarer’s points, all cards open", "Augen des Alleinspielers, alle Karten offen", NULL},
    {"lost by declarer", "vom Alleinspieler verschenkt", NULL},
    {"lost by a defender", "von einem Gegenspieler verschenkt", NULL},
    {"needed", "nötig", NULL},
    {"cards played", "gespielte Karten", NULL},
    {"card points of declarer at the end", "Augen des Alleinspielers am Ende", NULL},
    {"after", "nach", NULL},
    {"card", "Karte", NULL},
    {"cards", "Karten", NULL},
    {"before the first card", "vor der ersten Karte", NULL},
    {"turns the game", "kippt das Spiel", NULL},
    {"and turns the game", "und kippt das Spiel", NULL},
    {"loses", "verschenkt", NULL},
    {"point", "Auge", NULL},
    {"points", "Augen", NULL},
    {"better", "besser", NULL},
    {", which ", ": ", NULL},
    {"With all cards open, no card lost anything.",
     "Mit offenen Karten hat keine Karte etwas verschenkt.", NULL},
    {"With all cards open,", "Mit offenen Karten:", NULL},
    {"With all cards open, nobody would have won a game.",
     "Mit offenen Karten gewänne niemand ein Spiel.", NULL},
    {"would have won", "gewänne", NULL},
    {"Bid", "Gereizt", NULL},
    {"Game", "Spiel", NULL},
    {"Score", "Punkte", NULL},
    {"Play", "Abspielen", NULL},
    {"Pause", "Pause", NULL},
    {"Ask the solver", "Solver fragen", NULL},
    /* why an answer is none */
    {"not one of the answers", "keine der Antworten", NULL},
    {"not an answer to this decision", "ist keine Antwort darauf", NULL},
    {"not a legal bid now", "lässt sich jetzt nicht reizen", NULL},
    {"not a legal announcement now", "lässt sich jetzt nicht ansagen", NULL},
    {"the null game is worth less than the bid", "Null ist weniger wert als das Reizgebot", NULL},
    {"nothing is put aside without the skat", "ohne Skat wird nichts gedrückt", NULL},
    {"not as many cards as must be put aside", "nicht so viele Karten, wie zu drücken sind", NULL},
    {"a card to put aside is not in hand", "eine Karte zum Drücken ist nicht auf der Hand", NULL},
    {"a card to put aside is named twice", "eine Karte zum Drücken ist doppelt", NULL},
    {"only cards may follow the game", "nach dem Spiel folgen nur Karten", NULL},
    {"the player does not hold that card", "die Karte ist nicht auf der Hand", NULL},
    {"the player must follow suit", "es muss bedient werden", NULL},
    {"the game cannot be conceded now", "aufgeben geht jetzt nicht", NULL},
    {"the defenders cannot give up now", "schenken geht jetzt nicht", NULL},
    {"kontra cannot be said now, or not by this player", "Kontra geht jetzt nicht", NULL},
    {"more spitzen than the rules and the cards allow",
     "mehr Spitzen, als Regeln und Karten erlauben", NULL},
    {"rum cannot be said now", "Rum geht jetzt nicht", NULL},
    {"the cards passed on must be allowed, different and as many as were taken",
     "geschoben werden erlaubte, verschiedene Karten, so viele wie aufgenommen", NULL},
    {"the new hand must be complete, of different cards on offer",
     "das neue Blatt ist vollständig, aus den angebotenen Karten", NULL},
    {"the player may not choose that type of game", "diese Art Spiel ist nicht mehr zu wählen",
     NULL},
    {"there is no card at that place in the hand", "an diesem Platz liegt keine Karte", NULL},
    {"the rest cannot be claimed now", "der Rest lässt sich jetzt nicht beanspruchen", NULL},
};
const int language_row_count = sizeof language_rows / sizeof *language_rows;

/* ---- the options of rule sets ---- */

/* By name, what `rules show` says of each. */
static const struct {
    const char *option, *german;
} option_rows[] = {
    {"game", "Skat oder eine Spielart für sich, mit eigenen Voreinstellungen"},
    {"seats", "Spieler am Tisch"},
    {"deals", "Spiele einer Serie; 0: zwölf je Platz, vier im Räuberskat"},
    {"passed_in", "was gespielt wird, wenn alle passen"},
    {"auction",
     "wer weitersagt: der Geber, oder wer von den ersten beiden übrig ist; suits: Farbenreizen; "
     "none: niemand reizt, jedes Spiel gilt als eingepasst"},
    {"announcements",
     "with_skat: auch nach Aufnahme des Skats dürfen Schneider, Schwarz und ouvert angesagt "
     "werden; ouvert_alone: ein offenes Farb- oder Grandspiel sagt nicht auch Schwarz an"},
    {"concede", "wie lange der Alleinspieler aufgeben darf"},
    {"concede_later",
     "ob eine Partei später aufgeben darf: nie, mit Zustimmung, oder mit allem, was noch liegt"},
    {"claims",
     "ob ein Spieler die restlichen Stiche beanspruchen darf: nie, wenn sie ihm sicher sind, "
     "oder sonst mit Zustimmung beider anderen"},
    {"value.grand", "Grundwert des Grand: 24, oder 20 wie bis 1932"},
    {"value.null", "Werte von Null, Null Hand, Null ouvert, Null ouvert Hand"},
    {"value.grand_ouvert",
     "Grundwert des Grand ouvert als eigenes Spiel; null: ouvert ist eine Stufe"},
    {"value.matadors", "welche Karten im Farbspiel als Spitzen (Matadore) zählen"},
    {"value.lost_factor", "wievielmal ein verlorenes Spiel zählt"},
    {"value.lost_hand", "ob ein verlorenes Handspiel value.lost_factor-mal oder einmal zählt"},
    {"value.overbid_hand", "ob Buben im Skat ein Handspiel überreizen können"},
    {"value.schneider_points",
     "Augen, mit denen der Alleinspieler die Gegner Schneider spielt; 108 und 109 mit den Sechsen"},
    {"value.schneider_schwarz",
     "ob Schneider und Schwarz eine Stufe zählen oder verdoppeln; ladder: Schwarz im Handspiel "
     "zählt die Ansage von Schneider mit"},
    {"kontra.levels", "erlaubte Verdopplungen: 0 keine, 1 Kontra, 2 Re, 3 Supra, 4 Hirsch, 5 "
                      "Blatt, 6 Lachs, 7 Schuss ..."},
    {"kontra.when", "wann Kontra gesagt werden darf"},
    {"kontra.who", "welche Gegenspieler Kontra sagen dürfen"},
    {"kontra.re_in_null", "ob auf Kontra im verdeckten Null Re gesagt werden darf"},
    {"kontra.before_showing",
     "ob Kontra vor dem Auflegen eines offenen Blattes gesagt wird, und später nicht mehr"},
    {"schenken", "Spiele, in denen die Gegenspieler schenken dürfen"},
    {"bock.triggers", "was eine Bockrunde auslöst"},
    {"bock.length", "Spiele einer Bockrunde; 0: so viele wie Plätze"},
    {"bock.factor", "wievielmal die Spiele einer Bockrunde zählen"},
    {"bock.several", "wie viele Runden mehrere Anlässe in einem Spiel auslösen: eine, für jeden "
                     "eine, oder für jedes Ereignis eine (Kontra und Re sind eines)"},
    {"bock.pending", "was ein Anlass in einer Bockrunde bewirkt"},
    {"bock.doubles_trigger", "ob das auslösende Spiel selbst bock.factor-mal zählt"},
    {"bock.ramsch_after", "ob auf jede Bockrunde eine Runde Ramsch folgt"},
    {"ramsch_round.triggers", "was eine Runde Ramsch auslöst"},
    {"ramsch_round.length", "Spiele einer Runde Ramsch; 0: so viele wie Plätze"},
    {"ramsch_round.game", "was in einer solchen Runde gespielt wird"},
    {"ramsch_round.grand_hand", "ob jeder einmal in einer solchen Runde Grand Hand spielen darf"},
    {"ramsch_round.kontra", "ob einem Grand Hand in einer solchen Runde Kontra gegeben werden "
                            "darf, von jedem Gegenspieler"},
    {"ramsch.skat_to", "wer im Ramsch den Skat bekommt"},
    {"ramsch.virgin", "wer Jungfrau ist; jede verdoppelt den Verlust"},
    {"ramsch.march", "was der Durchmarsch gewinnt; 0: er verliert wie jeder Ramsch"},
    {"ramsch.tie",
     "wer verliert, wenn mehrere die meisten Augen haben; two_lose: haben alle drei sie, niemand"},
    {"ramsch.score", "was Ramsch kostet, und wen; fewest: ihn gewinnen die wenigsten Augen"},
    {"ramsch.amounts",
     "bei score amounts: was der Verlierer ohne Jungfrau, mit einer und mit zweien zahlt; bei "
     "fewest: was jeder Gewinner bekommt, der allein, mit einem oder mit beiden anderen die "
     "wenigsten Augen hat; nur Nullen: 20, 30, 50 und 20, 10, 10"},
    {"ramsch.jacks",
     "Schieberamsch: ob Buben weitergeschoben werden dürfen, wenn der Skat aufgenommen wurde"},
    {"ramsch.klopfen", "in welchem Ramsch geklopft werden darf, was ihn verdoppelt"},
    {"spitzen.max", "wie viele Spitzen im Farbspiel angesagt werden dürfen"},
    {"spitzen.grand", "ob im Grand eine Spitze angesagt werden darf, mit dem Karo-Buben"},
    {"spitzen.levels", "um wie viele Stufen jede Spitze den Spielwert erhöht"},
    {"revolution",
     "gespielt, wenn die Gegenspieler tauschen oder den Skat nehmen dürfen; grand_ouvert: sie "
     "tauschen auch im Grand ouvert"},
    {"rum", "ob der Skat für eine Stufe vor der Aufnahme gezeigt werden darf"},
    {"sachsenspitze", "Grundwert der Sächsischen Spitze; 0: wird nicht gespielt"},
    {"scoring.system", "wie eine Serie abgerechnet wird"},
    {"scoring.won_game",
     "Punkte nach Seeger und Fabian, die ein gewonnenes Spiel dem Alleinspieler bringt"},
    {"scoring.lost_game",
     "Punkte nach Seeger und Fabian, die ein verlorenes Spiel den Alleinspieler kostet"},
    {"scoring.lost_by_other",
     "Punkte nach Seeger und Fabian, die ein verlorenes Spiel jedem anderen bringt; 0: 40, ab vier "
     "Plätzen 30"},
    {"scoring.limit", "Minuspunkte, mit denen eine Runde Bierlachs verloren ist; 0: 301 bei minus, "
                      "401 ab vier Plätzen"},
    {"scoring.sitting_share",
     "bei opponents: ob ein Platz, der aussetzt, abgerechnet wird wie Hinterhand"},
    {"money.stake", "Geld je Punkt, zwischen je zwei Plätzen abgerechnet"},
    {"money.rounding",
     "worauf gerundet wird, was je zwei Plätze nach einer Serie zahlen; 0: gar nicht"},
    {"faults", "was ein Regelverstoß kostet: das Schlimmste, was noch kommen konnte, oder so viel "
               "wie aufgeben"},
    {"tourneeskat.guckser_null", "ob Null mit dem Skat gespielt wird"},
    {"ass.ace", "die Farbe des Asses, dessen Inhaber allein spielt und das höchster Trumpf ist"},
};

const char *language_option_help(const struct language *language, const char *option,
                                 const char *english)
{
    for (size_t i = 0; language->german && i < sizeof option_rows / sizeof *option_rows; i++)
        if (strcmp(option_rows[i].option, option) == 0)
            return option_rows[i].german;
    return english;
}

/* ---- phrases and words ---- */

/* The row's text, if the table has it. */
static const char *find(const struct language *language, const char *english, size_t length)
{
    for (int i = 0; i < language_row_count; i++) {
        const struct language_row *row = &language_rows[i];
        if (strncmp(row->english, english, length) == 0 && !row->english[length])
            return language->german_cards && row->german_cards ? row->german_cards : row->german;
    }
    return NULL;
}

const char *language_phrase(const struct language *language, const char *english)
{
    const char *german = language->german ? find(language, english, strlen(english)) : NULL;

    return german ? german : english;
}

/* Letters, and what belongs to them in UTF-8. */
static bool is_letter(char c)
{
    return (unsigned char)c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

const char *language_words(const struct language *language, const char *english, char *out,
                           size_t size)
{
    size_t used = 0;

    if (!language->german)
        return english;
    while (*english && used + 1 < size) {
        size_t length = 0;
        while (is_letter(english[length]))
            length++;
        const char *word = length ? find(language, english, length) : NULL;
        const int shown = word ? (int)strlen(word) : length ? (int)length : 1;
        used += (size_t)snprintf(out + used, size - used, "%.*s", shown, word ? word : english);
        english += length ? length : 1;
    }
    return out;
}

/* ---- cards ---- */

const char *language_rank(const struct language *language, skat_card card)
{
    static const char *const german[] = {[SKAT_TEN] = "10", [SKAT_QUEEN] = "D", [SKAT_JACK] = "B"};
    static const char *const of_german_cards[] = {
        [SKAT_TEN] = "10", [SKAT_QUEEN] = "O", [SKAT_JACK] = "U"};
    static const char letters[][2] = {"6", "7", "8", "9", "Q", "K", "T", "A", "J"};
    const enum skat_rank rank = skat_card_rank(card);
    const char *const *own = language->german_cards ? of_german_cards : german;

    return language->german && rank <= SKAT_JACK && own[rank] ? own[rank] : letters[rank];
}

const char *const language_suit_symbols[SKAT_SUITS] = {"♦", "♥", "♠", "♣"};

const char *language_card(const struct language *language, skat_card card,
                          char out[LANGUAGE_CARD_SIZE])
{
    static const char *const german[SKAT_SUITS] = {"Ka", "He", "Pi", "Kr"};
    static const char *const of_german_cards[SKAT_SUITS] = {"S", "R", "G", "E"};
    static const char *const letters[SKAT_SUITS] = {"D", "H", "S", "C"};
    const char *const *suits = !language->german        ? letters
                               : language->german_cards ? of_german_cards
                                                        : german;

    snprintf(out, LANGUAGE_CARD_SIZE, "%s%s", suits[skat_card_suit(card)],
             language_rank(language, card));
    return out;
}
