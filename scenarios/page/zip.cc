#include "scenarios/page/zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <memory>
#include <new>

namespace orrery::page {
namespace {

la_ssize_t append(archive* /*zip*/, void* out, const void* data, std::size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(data), size);
  return static_cast<la_ssize_t>(size);
}

/// Checks a result. THROWS bad_alloc: writing into memory fails for no other reason.
void check(la_ssize_t result) {
  if (result < ARCHIVE_OK) throw std::bad_alloc();
}

}  // namespace

std::string zip_archive(const std::vector<ZipEntry>& entries) {
  std::string out;
  const std::unique_ptr<archive, int (*)(archive*)> zip(archive_write_new(), archive_write_free);
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> head(archive_entry_new(),
                                                                      archive_entry_free);
  check(archive_write_set_format_zip(zip.get()));
  check(archive_write_set_bytes_in_last_block(zip.get(), 1));
  check(archive_write_open(zip.get(), &out, nullptr, append, nullptr));
  archive_entry_set_filetype(head.get(), AE_IFREG);
  archive_entry_set_perm(head.get(), 0644);
  for (const ZipEntry& entry : entries) {
    archive_entry_set_pathname(head.get(), entry.name.c_str());
    archive_entry_set_size(head.get(), static_cast<la_int64_t>(entry.content.size()));
    check(archive_write_header(zip.get(), head.get()));
    check(archive_write_data(zip.get(), entry.content.data(), entry.content.size()));
  }
  check(archive_write_close(zip.get()));
  return out;
}

}  // namespace orrery::page
