// `graze-cad`: the child process in which CAD files are read and CAD demos are made. Its limits on memory and
// time are set by who starts it; whatever a bad file does to OpenCASCADE happens here.
#include <cstdio>

int main() {
    std::fputs("graze-cad is started by graze; see graze --help\n", stderr);
    return 2;
}
