#include <md4c-html.h>
