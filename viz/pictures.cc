#include "viz/pictures.h"

#include "viz/paint/files/picture_file.h"
#include "viz/qt_messages.h"

orrery::Pictures* make_pictures(const char* program) {
  orrery::viz::routeQtMessages(program);
  return new orrery::viz::QtPictures;
}
