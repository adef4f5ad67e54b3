// OpeningNames: what people call the opening of a game. Our own selection of known main lines.
#include "play/opening_names.h"

#include <algorithm>
#include <unordered_map>

#include "chess/make_move.h"
#include "notation/san.h"

namespace rookery::play {
namespace {

/// A name and the moves that lead to it.
constexpr std::string_view kLines = R"(
Anderssen Opening|a3
Ware Opening|a4
Nimzo-Larsen Attack|b3
Nimzo-Larsen Attack: Modern Variation|b3 e5
Nimzo-Larsen Attack: Classical Variation|b3 d5
Nimzo-Larsen Attack: Indian Variation|b3 Nf6
Polish Opening|b4
Polish Opening: King's Indian Variation|b4 Nf6
Saragossa Opening|c3
Mieses Opening|d3
Van't Kruijs Opening|e3
Barnes Opening|f3
Barnes Opening: Fool's Mate|f3 e5 g4 Qh4#
Grob Opening|g4
Hungarian Opening|g3
Clemenz Opening|h3
Kádas Opening|h4
Amar Opening|Nh3
Sodium Attack|Na3
Van Geet Opening|Nc3
Bird Opening|f4
Bird Opening: Dutch Variation|f4 d5
Bird Opening: From's Gambit|f4 e5
Bird Opening: From's Gambit, Lasker Variation|f4 e5 fxe5 d6 exd6 Bxd6 Nf3 g5
Zukertort Opening|Nf3
Zukertort Opening: Sicilian Invitation|Nf3 c5
Réti Opening|Nf3 d5 c4
Réti Opening: Advance Variation|Nf3 d5 c4 d4
Réti Opening: Réti Accepted|Nf3 d5 c4 dxc4
King's Indian Attack|Nf3 d5 g3
English Opening|c4
English Opening: Symmetrical Variation|c4 c5
English Opening: Symmetrical, Four Knights Variation|c4 c5 Nc3 Nc6 Nf3 Nf6
English Opening: King's English|c4 e5
English Opening: Reversed Sicilian|c4 e5 Nc3
English Opening: Four Knights Variation|c4 e5 Nc3 Nf6 Nf3 Nc6
English Opening: Closed System|c4 e5 Nc3 Nc6 g3 g6 Bg2 Bg7
English Opening: Anglo-Indian Defence|c4 Nf6
English Opening: Anglo-Indian Defence, Mikenas Attack|c4 Nf6 Nc3 e6 e4
English Opening: Agincourt Defence|c4 e6
English Opening: Caro-Kann Defensive System|c4 c6
English Opening: Anglo-Dutch Defence|c4 f5
English Opening: Great Snake Variation|c4 g6
King's Pawn Game|e4
Nimzowitsch Defence|e4 Nc6
Nimzowitsch Defence: Scandinavian Variation|e4 Nc6 d4 d5
Owen Defence|e4 b6
St. George Defence|e4 a6
Goldsmith Defence|e4 h5
Borg Defence|e4 g5
Barnes Defence|e4 f6
Duras Gambit|e4 f5
Scandinavian Defence|e4 d5
Scandinavian Defence: Mieses-Kotroc Variation|e4 d5 exd5 Qxd5
Scandinavian Defence: Main Line|e4 d5 exd5 Qxd5 Nc3 Qa5
Scandinavian Defence: Gubinsky-Melts Defence|e4 d5 exd5 Qxd5 Nc3 Qd6
Scandinavian Defence: Valencian Variation|e4 d5 exd5 Qxd5 Nc3 Qd8
Scandinavian Defence: Modern Variation|e4 d5 exd5 Nf6 d4
Scandinavian Defence: Portuguese Gambit|e4 d5 exd5 Nf6 d4 Bg4
Scandinavian Defence: Icelandic-Palme Gambit|e4 d5 exd5 Nf6 c4 e6
Alekhine Defence|e4 Nf6
Alekhine Defence: Scandinavian Variation|e4 Nf6 Nc3 d5
Alekhine Defence: Normal Variation|e4 Nf6 e5 Nd5 d4
Alekhine Defence: Exchange Variation|e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 exd6
Alekhine Defence: Four Pawns Attack|e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 f4
Alekhine Defence: Modern Variation|e4 Nf6 e5 Nd5 d4 d6 Nf3
Alekhine Defence: Two Pawns Attack|e4 Nf6 e5 Nd5 c4
Pirc Defence|e4 d6 d4 Nf6 Nc3
Pirc Defence: Main Line|e4 d6 d4 Nf6 Nc3 g6
Pirc Defence: Classical Variation|e4 d6 d4 Nf6 Nc3 g6 Nf3
Pirc Defence: Austrian Attack|e4 d6 d4 Nf6 Nc3 g6 f4
Pirc Defence: 150 Attack|e4 d6 d4 Nf6 Nc3 g6 Be3 c6 Qd2
Czech Defence|e4 d6 d4 Nf6 Nc3 c6
Lion Defence|e4 d6 d4 Nf6 Nc3 Nbd7
Modern Defence|e4 g6
Modern Defence: Standard Line|e4 g6 d4 Bg7 Nc3
Modern Defence: Averbakh System|e4 g6 d4 Bg7 c4 d6 Nc3
Caro-Kann Defence|e4 c6
Caro-Kann Defence: Two Knights Attack|e4 c6 Nc3 d5 Nf3
Caro-Kann Defence: Accelerated Panov Attack|e4 c6 c4
Caro-Kann Defence: Hillbilly Attack|e4 c6 Bc4
Caro-Kann Defence: Fantasy Variation|e4 c6 d4 d5 f3
Caro-Kann Defence: Exchange Variation|e4 c6 d4 d5 exd5
Caro-Kann Defence: Panov Attack|e4 c6 d4 d5 exd5 cxd5 c4
Caro-Kann Defence: Advance Variation|e4 c6 d4 d5 e5
Caro-Kann Defence: Advance Variation, Short Variation|e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2
Caro-Kann Defence: Advance Variation, Tal Variation|e4 c6 d4 d5 e5 Bf5 h4
Caro-Kann Defence: Advance Variation, Botvinnik-Carls Defence|e4 c6 d4 d5 e5 c5
Caro-Kann Defence: Main Line|e4 c6 d4 d5 Nc3 dxe4 Nxe4
Caro-Kann Defence: Classical Variation|e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
Caro-Kann Defence: Karpov Variation|e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7
Caro-Kann Defence: Bronstein-Larsen Variation|e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ gxf6
Caro-Kann Defence: Tartakower Variation|e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ exf6
Sicilian Defence|e4 c5
Sicilian Defence: Alapin Variation|e4 c5 c3
Sicilian Defence: Smith-Morra Gambit|e4 c5 d4 cxd4 c3
Sicilian Defence: Smith-Morra Gambit Accepted|e4 c5 d4 cxd4 c3 dxc3
Sicilian Defence: Wing Gambit|e4 c5 b4
Sicilian Defence: Bowdler Attack|e4 c5 Bc4
Sicilian Defence: McDonnell Attack|e4 c5 f4
Sicilian Defence: Closed|e4 c5 Nc3
Sicilian Defence: Closed, Traditional|e4 c5 Nc3 Nc6
Sicilian Defence: Closed, Fianchetto Variation|e4 c5 Nc3 Nc6 g3
Sicilian Defence: Grand Prix Attack|e4 c5 Nc3 Nc6 f4
Sicilian Defence: Snyder Variation|e4 c5 b3
Sicilian Defence: Hyperaccelerated Dragon|e4 c5 Nf3 g6
Sicilian Defence: Nimzowitsch Variation|e4 c5 Nf3 Nf6
Sicilian Defence: O'Kelly Variation|e4 c5 Nf3 a6
Sicilian Defence: Old Sicilian|e4 c5 Nf3 Nc6
Sicilian Defence: Nyezhmetdinov-Rossolimo Attack|e4 c5 Nf3 Nc6 Bb5
Sicilian Defence: Open|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4
Sicilian Defence: Accelerated Dragon|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
Sicilian Defence: Accelerated Dragon, Maróczy Bind|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4
Sicilian Defence: Löwenthal Variation|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5
Sicilian Defence: Kalashnikov Variation|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5 Nb5 d6
Sicilian Defence: Lasker-Pelikan Variation|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
Sicilian Defence: Lasker-Pelikan Variation, Sveshnikov Variation|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5
Sicilian Defence: Four Knights Variation|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e6
Sicilian Defence: French Variation|e4 c5 Nf3 e6
Sicilian Defence: Kan Variation|e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
Sicilian Defence: Taimanov Variation|e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6
Sicilian Defence: Taimanov Variation, Bastrikov Variation|e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7
Sicilian Defence: Pin Variation|e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nf6 Nc3 Bb4
Sicilian Defence: Modern Variations|e4 c5 Nf3 d6
Sicilian Defence: Moscow Variation|e4 c5 Nf3 d6 Bb5+
Sicilian Defence: Chekhover Variation|e4 c5 Nf3 d6 d4 cxd4 Qxd4
Sicilian Defence: Prins Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 f3
Sicilian Defence: Classical Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
Sicilian Defence: Richter-Rauzer Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5
Sicilian Defence: Sozin Attack|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bc4
Sicilian Defence: Dragon Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
Sicilian Defence: Dragon Variation, Yugoslav Attack|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3
Sicilian Defence: Dragon Variation, Classical Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be2
Sicilian Defence: Dragon Variation, Levenfish Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 f4
Sicilian Defence: Scheveningen Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6
Sicilian Defence: Scheveningen Variation, Keres Attack|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6 g4
Sicilian Defence: Najdorf Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
Sicilian Defence: Najdorf Variation, English Attack|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3
Sicilian Defence: Najdorf Variation, Opocensky Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2
Sicilian Defence: Najdorf Variation, Lipnitsky Attack|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bc4
Sicilian Defence: Najdorf Variation, Adams Attack|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 h3
Sicilian Defence: Najdorf Variation, Amsterdam Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 f4
Sicilian Defence: Najdorf Variation, Poisoned Pawn Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6
Sicilian Defence: Najdorf Variation, Polugaevsky Variation|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 b5
French Defence|e4 e6
French Defence: King's Indian Attack|e4 e6 d3
French Defence: Chigorin Variation|e4 e6 Qe2
French Defence: Two Knights Variation|e4 e6 Nf3 d5 Nc3
French Defence: Normal Variation|e4 e6 d4
French Defence: Exchange Variation|e4 e6 d4 d5 exd5
French Defence: Advance Variation|e4 e6 d4 d5 e5
French Defence: Advance Variation, Main Line|e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6
French Defence: Advance Variation, Milner-Barry Gambit|e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 Bd3
French Defence: Tarrasch Variation|e4 e6 d4 d5 Nd2
French Defence: Tarrasch Variation, Open System|e4 e6 d4 d5 Nd2 c5
French Defence: Tarrasch Variation, Closed Variation|e4 e6 d4 d5 Nd2 Nf6
French Defence: Tarrasch Variation, Guimard Defence|e4 e6 d4 d5 Nd2 Nc6
French Defence: Paulsen Variation|e4 e6 d4 d5 Nc3
French Defence: Rubinstein Variation|e4 e6 d4 d5 Nc3 dxe4
French Defence: Winawer Variation|e4 e6 d4 d5 Nc3 Bb4
French Defence: Winawer Variation, Advance Variation|e4 e6 d4 d5 Nc3 Bb4 e5
French Defence: Winawer Variation, Poisoned Pawn Variation|e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4
French Defence: Classical Variation|e4 e6 d4 d5 Nc3 Nf6
French Defence: Classical Variation, Burn Variation|e4 e6 d4 d5 Nc3 Nf6 Bg5 dxe4
French Defence: McCutcheon Variation|e4 e6 d4 d5 Nc3 Nf6 Bg5 Bb4
French Defence: Alekhine-Chatard Attack|e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 h4
French Defence: Steinitz Variation|e4 e6 d4 d5 Nc3 Nf6 e5
French Defence: Steinitz Variation, Boleslavsky Variation|e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 f4 c5 Nf3 Nc6 Be3
Open Game|e4 e5
King's Pawn Game: Wayward Queen Attack|e4 e5 Qh5
King's Pawn Game: Napoleon Attack|e4 e5 Qf3
Bongcloud Attack|e4 e5 Ke2
Portuguese Opening|e4 e5 Bb5
Alapin Opening|e4 e5 Ne2
Center Game|e4 e5 d4
Center Game Accepted|e4 e5 d4 exd4
Danish Gambit|e4 e5 d4 exd4 c3
Danish Gambit Accepted|e4 e5 d4 exd4 c3 dxc3
Bishop's Opening|e4 e5 Bc4
Bishop's Opening: Boi Variation|e4 e5 Bc4 Bc5
Bishop's Opening: Berlin Defence|e4 e5 Bc4 Nf6
Bishop's Opening: Ponziani Gambit|e4 e5 Bc4 Nf6 d4
Vienna Game|e4 e5 Nc3
Vienna Game: Falkbeer Variation|e4 e5 Nc3 Nf6
Vienna Game: Vienna Gambit|e4 e5 Nc3 Nf6 f4
Vienna Game: Vienna Gambit, Main Line|e4 e5 Nc3 Nf6 f4 d5
Vienna Game: Frankenstein-Dracula Variation|e4 e5 Nc3 Nf6 Bc4 Nxe4
Vienna Game: Max Lange Defence|e4 e5 Nc3 Nc6
King's Gambit|e4 e5 f4
King's Gambit Accepted|e4 e5 f4 exf4
King's Gambit Accepted: King's Knight's Gambit|e4 e5 f4 exf4 Nf3
King's Gambit Accepted: Classical Variation|e4 e5 f4 exf4 Nf3 g5
King's Gambit Accepted: Kieseritzky Gambit|e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5
King's Gambit Accepted: Allgaier Gambit|e4 e5 f4 exf4 Nf3 g5 h4 g4 Ng5
King's Gambit Accepted: Muzio Gambit|e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O
King's Gambit Accepted: Fischer Defence|e4 e5 f4 exf4 Nf3 d6
King's Gambit Accepted: Cunningham Defence|e4 e5 f4 exf4 Nf3 Be7
King's Gambit Accepted: Modern Defence|e4 e5 f4 exf4 Nf3 d5
King's Gambit Accepted: Bishop's Gambit|e4 e5 f4 exf4 Bc4
King's Gambit Declined: Falkbeer Countergambit|e4 e5 f4 d5
King's Gambit Declined: Classical Variation|e4 e5 f4 Bc5
King's Knight Opening|e4 e5 Nf3
Latvian Gambit|e4 e5 Nf3 f5
Elephant Gambit|e4 e5 Nf3 d5
Damiano Defence|e4 e5 Nf3 f6
Gunderam Defence|e4 e5 Nf3 Qe7
Greco Defence|e4 e5 Nf3 Qf6
Philidor Defence|e4 e5 Nf3 d6
Philidor Defence: Exchange Variation|e4 e5 Nf3 d6 d4 exd4
Philidor Defence: Hanham Variation|e4 e5 Nf3 d6 d4 Nd7
Philidor Defence: Philidor Countergambit|e4 e5 Nf3 d6 d4 f5
Petrov Defence|e4 e5 Nf3 Nf6
Petrov Defence: Classical Attack|e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4
Petrov Defence: Stafford Gambit|e4 e5 Nf3 Nf6 Nxe5 Nc6
Petrov Defence: Cochrane Gambit|e4 e5 Nf3 Nf6 Nxe5 d6 Nxf7
Petrov Defence: Nimzowitsch Attack|e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 Nc3
Petrov Defence: Modern Attack|e4 e5 Nf3 Nf6 d4
King's Knight Opening: Normal Variation|e4 e5 Nf3 Nc6
Ponziani Opening|e4 e5 Nf3 Nc6 c3
Three Knights Opening|e4 e5 Nf3 Nc6 Nc3
Four Knights Game|e4 e5 Nf3 Nc6 Nc3 Nf6
Four Knights Game: Spanish Variation|e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5
Four Knights Game: Scotch Variation|e4 e5 Nf3 Nc6 Nc3 Nf6 d4
Four Knights Game: Italian Variation|e4 e5 Nf3 Nc6 Nc3 Nf6 Bc4
Four Knights Game: Halloween Gambit|e4 e5 Nf3 Nc6 Nc3 Nf6 Nxe5
Scotch Game|e4 e5 Nf3 Nc6 d4
Scotch Game: Göring Gambit|e4 e5 Nf3 Nc6 d4 exd4 c3
Scotch Game: Scotch Gambit|e4 e5 Nf3 Nc6 d4 exd4 Bc4
Scotch Game: Classical Variation|e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5
Scotch Game: Schmidt Variation|e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6
Scotch Game: Mieses Variation|e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5
Scotch Game: Steinitz Variation|e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Qh4
Italian Game|e4 e5 Nf3 Nc6 Bc4
Italian Game: Hungarian Defence|e4 e5 Nf3 Nc6 Bc4 Be7
Italian Game: Blackburne-Kostić Gambit|e4 e5 Nf3 Nc6 Bc4 Nd4
Italian Game: Rousseau Gambit|e4 e5 Nf3 Nc6 Bc4 f5
Italian Game: Giuoco Piano|e4 e5 Nf3 Nc6 Bc4 Bc5 c3
Italian Game: Giuoco Piano, Main Line|e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4
Italian Game: Giuoco Pianissimo|e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3
Italian Game: Evans Gambit|e4 e5 Nf3 Nc6 Bc4 Bc5 b4
Italian Game: Evans Gambit Accepted|e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4
Italian Game: Evans Gambit Declined|e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bb6
Italian Game: Two Knights Defence|e4 e5 Nf3 Nc6 Bc4 Nf6
Italian Game: Two Knights Defence, Modern Bishop's Opening|e4 e5 Nf3 Nc6 Bc4 Nf6 d3
Italian Game: Two Knights Defence, Open Variation|e4 e5 Nf3 Nc6 Bc4 Nf6 d4
Italian Game: Two Knights Defence, Knight Attack|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5
Italian Game: Two Knights Defence, Traxler Counterattack|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Bc5
Italian Game: Two Knights Defence, Polerio Defence|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5
Italian Game: Two Knights Defence, Fritz Variation|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nd4
Italian Game: Two Knights Defence, Ulvestad Variation|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 b5
Italian Game: Two Knights Defence, Fried Liver Attack|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7
Italian Game: Two Knights Defence, Lolli Attack|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 d4
Ruy Lopez|e4 e5 Nf3 Nc6 Bb5
Ruy Lopez: Steinitz Defence|e4 e5 Nf3 Nc6 Bb5 d6
Ruy Lopez: Schliemann Defence|e4 e5 Nf3 Nc6 Bb5 f5
Ruy Lopez: Bird Variation|e4 e5 Nf3 Nc6 Bb5 Nd4
Ruy Lopez: Classical Variation|e4 e5 Nf3 Nc6 Bb5 Bc5
Ruy Lopez: Cozio Defence|e4 e5 Nf3 Nc6 Bb5 Nge7
Ruy Lopez: Fianchetto Defence|e4 e5 Nf3 Nc6 Bb5 g6
Ruy Lopez: Berlin Defence|e4 e5 Nf3 Nc6 Bb5 Nf6
Ruy Lopez: Berlin Defence, Rio Gambit Accepted|e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4
Ruy Lopez: Berlin Defence, Berlin Wall|e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8
Ruy Lopez: Berlin Defence, Anti-Berlin|e4 e5 Nf3 Nc6 Bb5 Nf6 d3
Ruy Lopez: Morphy Defence|e4 e5 Nf3 Nc6 Bb5 a6
Ruy Lopez: Exchange Variation|e4 e5 Nf3 Nc6 Bb5 a6 Bxc6
Ruy Lopez: Columbus Variation|e4 e5 Nf3 Nc6 Bb5 a6 Ba4
Ruy Lopez: Morphy Defence, Modern Steinitz Defence|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6
Ruy Lopez: Morphy Defence, Norwegian Variation|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 b5 Bb3 Na5
Ruy Lopez: Morphy Defence, Open|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4
Ruy Lopez: Morphy Defence, Arkhangelsk Variation|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5 Bb3 Bb7
Ruy Lopez: Morphy Defence, Neo-Arkhangelsk Variation|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5 Bb3 Bc5
Ruy Lopez: Morphy Defence, Closed|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
Ruy Lopez: Morphy Defence, Wormald Attack|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 Qe2
Ruy Lopez: Closed|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6
Ruy Lopez: Marshall Attack|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5
Ruy Lopez: Closed, Chigorin Defence|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5
Ruy Lopez: Closed, Breyer Defence|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8
Ruy Lopez: Closed, Flohr System|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Bb7
Queen's Pawn Game|d4
Englund Gambit|d4 e5
Polish Defence|d4 b5
English Defence|d4 b6 c4 e6
Old Benoni Defence|d4 c5
Horwitz Defence|d4 e6
Dutch Defence|d4 f5
Dutch Defence: Staunton Gambit|d4 f5 e4
Dutch Defence: Hopton Attack|d4 f5 Bg5
Dutch Defence: Raphael Variation|d4 f5 Nc3
Dutch Defence: Leningrad Variation|d4 f5 c4 Nf6 g3 g6 Bg2 Bg7
Dutch Defence: Classical Variation|d4 f5 c4 Nf6 g3 e6 Bg2 Be7
Dutch Defence: Stonewall Variation|d4 f5 c4 Nf6 g3 e6 Bg2 d5
Closed Game|d4 d5
Queen's Pawn Game: London System|d4 d5 Nf3 Nf6 Bf4
Queen's Pawn Game: Accelerated London System|d4 d5 Bf4
Queen's Pawn Game: Colle System|d4 d5 Nf3 Nf6 e3
Queen's Pawn Game: Torre Attack|d4 d5 Nf3 Nf6 Bg5
Queen's Pawn Game: Levitsky Attack|d4 d5 Bg5
Queen's Pawn Game: Chigorin Variation|d4 d5 Nc3
Queen's Pawn Game: Zukertort Variation|d4 d5 Nf3
Blackmar-Diemer Gambit|d4 d5 e4
Rapport-Jobava System|d4 d5 Nc3 Nf6 Bf4
Richter-Veresov Attack|d4 d5 Nc3 Nf6 Bg5
Queen's Gambit|d4 d5 c4
Queen's Gambit Accepted|d4 d5 c4 dxc4
Queen's Gambit Accepted: Central Variation|d4 d5 c4 dxc4 e4
Queen's Gambit Accepted: Old Variation|d4 d5 c4 dxc4 e3
Queen's Gambit Accepted: Normal Variation|d4 d5 c4 dxc4 Nf3 Nf6
Queen's Gambit Accepted: Classical Defence|d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5
Queen's Gambit Declined: Albin Countergambit|d4 d5 c4 e5
Queen's Gambit Declined: Chigorin Defence|d4 d5 c4 Nc6
Queen's Gambit Declined: Baltic Defence|d4 d5 c4 Bf5
Queen's Gambit Declined: Marshall Defence|d4 d5 c4 Nf6
Queen's Gambit Declined: Austrian Defence|d4 d5 c4 c5
Queen's Gambit Declined|d4 d5 c4 e6
Queen's Gambit Declined: Queen's Knight Variation|d4 d5 c4 e6 Nc3
Queen's Gambit Declined: Normal Defence|d4 d5 c4 e6 Nc3 Nf6
Queen's Gambit Declined: Charousek Variation|d4 d5 c4 e6 Nc3 Be7
Queen's Gambit Declined: Exchange Variation|d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5
Queen's Gambit Declined: Three Knights Variation|d4 d5 c4 e6 Nc3 Nf6 Nf3
Queen's Gambit Declined: Harrwitz Attack|d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4
Queen's Gambit Declined: Modern Variation|d4 d5 c4 e6 Nc3 Nf6 Bg5
Queen's Gambit Declined: Cambridge Springs Defence|d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 e3 c6 Nf3 Qa5
Queen's Gambit Declined: Orthodox Defence|d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7
Queen's Gambit Declined: Lasker Defence|d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 Ne4
Queen's Gambit Declined: Tartakower Defence|d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6
Queen's Gambit Declined: Ragozin Defence|d4 d5 c4 e6 Nc3 Nf6 Nf3 Bb4
Queen's Gambit Declined: Vienna Variation|d4 d5 c4 e6 Nc3 Nf6 Nf3 dxc4 e4 Bb4
Tarrasch Defence|d4 d5 c4 e6 Nc3 c5
Semi-Tarrasch Defence|d4 d5 c4 e6 Nc3 Nf6 Nf3 c5
Slav Defence|d4 d5 c4 c6
Slav Defence: Exchange Variation|d4 d5 c4 c6 cxd5
Slav Defence: Winawer Countergambit|d4 d5 c4 c6 Nc3 e5
Slav Defence: Modern Line|d4 d5 c4 c6 Nf3
Slav Defence: Quiet Variation|d4 d5 c4 c6 Nf3 Nf6 e3
Slav Defence: Chebanenko Variation|d4 d5 c4 c6 Nc3 Nf6 Nf3 a6
Slav Defence: Czech Variation|d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
Slav Defence: Geller Gambit|d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 e4
Semi-Slav Defence|d4 d5 c4 c6 Nf3 Nf6 Nc3 e6
Semi-Slav Defence: Normal Variation|d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3
Semi-Slav Defence: Meran Variation|d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5
Semi-Slav Defence: Stoltz Variation|d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Qc2
Semi-Slav Defence: Botvinnik System|d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 dxc4 e4 b5
Indian Defence|d4 Nf6
Indian Defence: Normal Variation|d4 Nf6 c4
Indian Defence: Spielmann-Indian|d4 Nf6 Nf3 c5
Trompowsky Attack|d4 Nf6 Bg5
Indian Defence: London System|d4 Nf6 Nf3 e6 Bf4
Torre Attack|d4 Nf6 Nf3 e6 Bg5
Budapest Defence|d4 Nf6 c4 e5
Budapest Defence: Adler Variation|d4 Nf6 c4 e5 dxe5 Ng4 Nf3
Budapest Defence: Fajarowicz Variation|d4 Nf6 c4 e5 dxe5 Ne4
Benoni Defence|d4 Nf6 c4 c5
Benko Gambit|d4 Nf6 c4 c5 d5 b5
Benko Gambit Accepted|d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6
Benoni Defence: Modern Variation|d4 Nf6 c4 c5 d5 e6
Benoni Defence: Taimanov Variation|d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4 g6 f4 Bg7 Bb5+
Benoni Defence: Czech Benoni Defence|d4 Nf6 c4 c5 d5 e5
Old Indian Defence|d4 Nf6 c4 d6
Black Knights' Tango|d4 Nf6 c4 Nc6
East Indian Defence|d4 Nf6 Nf3 g6
Catalan Opening|d4 Nf6 c4 e6 g3
Catalan Opening: Open Defence|d4 Nf6 c4 e6 g3 d5 Bg2 dxc4
Catalan Opening: Closed|d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3
Bogo-Indian Defence|d4 Nf6 c4 e6 Nf3 Bb4+
Queen's Indian Defence|d4 Nf6 c4 e6 Nf3 b6
Queen's Indian Defence: Petrosian Variation|d4 Nf6 c4 e6 Nf3 b6 a3
Queen's Indian Defence: Fianchetto Variation|d4 Nf6 c4 e6 Nf3 b6 g3
Queen's Indian Defence: Fianchetto Variation, Nimzowitsch Variation|d4 Nf6 c4 e6 Nf3 b6 g3 Ba6
Nimzo-Indian Defence|d4 Nf6 c4 e6 Nc3 Bb4
Nimzo-Indian Defence: Sämisch Variation|d4 Nf6 c4 e6 Nc3 Bb4 a3
Nimzo-Indian Defence: Classical Variation|d4 Nf6 c4 e6 Nc3 Bb4 Qc2
Nimzo-Indian Defence: Spielmann Variation|d4 Nf6 c4 e6 Nc3 Bb4 Qb3
Nimzo-Indian Defence: Leningrad Variation|d4 Nf6 c4 e6 Nc3 Bb4 Bg5
Nimzo-Indian Defence: Normal Variation|d4 Nf6 c4 e6 Nc3 Bb4 e3
Nimzo-Indian Defence: Hübner Variation|d4 Nf6 c4 e6 Nc3 Bb4 e3 c5 Bd3 Nc6 Nf3 Bxc3+ bxc3 d6
Nimzo-Indian Defence: Kmoch Variation|d4 Nf6 c4 e6 Nc3 Bb4 f3
Nimzo-Indian Defence: Three Knights Variation|d4 Nf6 c4 e6 Nc3 Bb4 Nf3
Grünfeld Defence|d4 Nf6 c4 g6 Nc3 d5
Grünfeld Defence: Exchange Variation|d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5
Grünfeld Defence: Three Knights Variation|d4 Nf6 c4 g6 Nc3 d5 Nf3
Grünfeld Defence: Russian Variation|d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3
Grünfeld Defence: Brinckmann Attack|d4 Nf6 c4 g6 Nc3 d5 Bf4
Grünfeld Defence: Stockholm Variation|d4 Nf6 c4 g6 Nc3 d5 Bg5
Neo-Grünfeld Defence|d4 Nf6 c4 g6 g3 d5
King's Indian Defence|d4 Nf6 c4 g6 Nc3 Bg7
King's Indian Defence: Normal Variation|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6
King's Indian Defence: Four Pawns Attack|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4
King's Indian Defence: Sämisch Variation|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3
King's Indian Defence: Averbakh Variation|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5
King's Indian Defence: Makogonov Variation|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 h3
King's Indian Defence: Orthodox Variation|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5
King's Indian Defence: Petrosian Variation|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 d5
King's Indian Defence: Exchange Variation|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 dxe5
King's Indian Defence: Mar del Plata Variation|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7
King's Indian Defence: Bayonet Attack|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 b4
King's Indian Defence: Fianchetto Variation|d4 Nf6 c4 g6 Nc3 Bg7 Nf3 d6 g3
)";

using Table = std::unordered_map<chess::Key, std::string_view>;

/// By position, so that a name is found whatever the order of the moves.
Table make_table() {
  Table table;
  std::string_view rest = kLines.substr(1);
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() + 1);
    const std::size_t bar = line.find('|');
    std::string_view moves = line.substr(bar + 1);
    chess::Position position = chess::Position::initial();
    while (!moves.empty()) {
      const std::string_view san = moves.substr(0, moves.find(' '));
      moves.remove_prefix(std::min(san.size() + 1, moves.size()));
      position.make_move(*notation::parse_san(position, san));  // a test reads every line
    }
    table[position.key()] = line.substr(0, bar);
  }
  return table;
}

const Table& table() {
  static const Table kTable = make_table();
  return kTable;
}

}  // namespace

KnownOpening known_opening(const chess::Game& game) {
  if (game.start() != chess::Position::initial()) return {};
  constexpr std::size_t kLongest = 40;  // no line is that long; transpositions need a few more
  for (std::size_t ply = std::min(game.ply(), kLongest); ply > 0; --ply)
    if (const auto found = table().find(game.position_after(ply).key()); found != table().end())
      return {found->second, ply};
  return {};
}

std::string_view opening_name(const chess::Game& game) { return known_opening(game).name; }

std::size_t known_openings() { return table().size(); }

}  // namespace rookery::play
