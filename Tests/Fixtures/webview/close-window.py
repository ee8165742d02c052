"""Closes the next window that appears on the display, as the button of its frame does."""

import ctypes

x11 = ctypes.CDLL("libX11.so.6")
Window, Atom = ctypes.c_ulong, ctypes.c_ulong
for name, result in (("XOpenDisplay", ctypes.c_void_p), ("XDefaultRootWindow", Window), ("XInternAtom", Atom)):
    getattr(x11, name).restype = result


class ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", Window), ("message_type", Atom), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
    ]


class MapEvent(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("event", Window), ("window", Window), ("override_redirect", ctypes.c_int),
    ]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("map", MapEvent), ("message", ClientMessage), ("pad", ctypes.c_long * 24)]


display = ctypes.c_void_p(x11.XOpenDisplay(None))
root = Window(x11.XDefaultRootWindow(display))
substructure_notify, map_notify, client_message = 1 << 19, 19, 33
x11.XSelectInput(display, root, ctypes.c_long(substructure_notify))
x11.XSync(display, 0)
print("watching", flush=True)
event = Event()
while event.type != map_notify or event.map.override_redirect:
    x11.XNextEvent(display, ctypes.byref(event))
window = event.map.window
protocols, delete = (x11.XInternAtom(display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
answer = Event()
answer.message = ClientMessage(
    client_message, 0, 1, display, window, protocols, 32, (ctypes.c_long * 5)(delete, 0, 0, 0, 0)
)
x11.XSendEvent(display, Window(window), 0, ctypes.c_long(0), ctypes.byref(answer))
x11.XSync(display, 0)
while True:
    x11.XNextEvent(display, ctypes.byref(event))
