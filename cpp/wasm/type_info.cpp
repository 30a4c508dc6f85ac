// Nothing is thrown in the module, so no type is ever asked whether it may be caught. The C++ library's types
// carry type information all the same; that it refers to these tables, and not to the library's own, leaves
// half a kilobyte of code out of the download.
extern "C" {
extern const void* const class_type_info[3] asm("_ZTVN10__cxxabiv117__class_type_infoE");
extern const void* const si_class_type_info[3] asm("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const void* const vmi_class_type_info[3] asm("_ZTVN10__cxxabiv121__vmi_class_type_infoE");
const void* const class_type_info[3]{};
const void* const si_class_type_info[3]{};
const void* const vmi_class_type_info[3]{};
}
