// The four winner maps of the Sparbit paper in full: 64 and 80 numbers of ranks, 21 sizes.
#include "scenarios/reproduce/paper4_maps.h"

namespace orrery {

extern const Reproduction paper4_maps_full{
    "paper4-maps-full",
    "Who wins where: four maps of two clusters, every p and size of the paper",
    "Loch and Koslovski, Sparbit (2021), Fig. 5, Table II",
    +[](int jobs) { return sparbit_maps(MapDensity::kFull, jobs); },
    nullptr,
    true,
    true};

}  // namespace orrery
