#include "graze_cad/quiet.h"

#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_Printer.hxx>

namespace graze::cad {

void silence_opencascade() { Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_Printer)); }

}  // namespace graze::cad
