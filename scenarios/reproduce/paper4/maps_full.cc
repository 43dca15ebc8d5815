// The four winner maps of the Sparbit paper in full: 64 and 80 numbers of ranks, 21 sizes.
#include "scenarios/reproduce/paper4/maps.h"

namespace orrery {

extern const Reproduction paper4_maps_full{
    "paper4-maps-full",
    "Who wins where: four maps of two clusters, every p and size of the paper",
    "Loch and Koslovski, Sparbit (2021), Fig. 5, Table II",
    +[](const Workshop& w) { return sparbit_maps(w, MapDensity::kFull); },
    nullptr,
    true,
    true};

}  // namespace orrery
