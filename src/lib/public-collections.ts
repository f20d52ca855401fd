/** Public collections that keep their addresses, no forums, blogs or file-sharing pages: host, and how a button says where one reads. */
export const PUBLIC_COLLECTIONS: Readonly<Record<string, string>> = {
  "archive.org": "no Internet Archive",
  "books.google.com": "no Google Books",
  "en.wikisource.org": "no Wikisource",
  "expositions.bnf.fr": "na Biblioteca Nacional da França",
  "founders.archives.gov": "no Founders Online",
  "masonicperiodicals.org": "no Masonic Periodicals Online",
  "pt.wikisource.org": "no Wikisource",
  "quod.lib.umich.edu": "na Universidade de Michigan",
  "sacred-texts.com": "no Internet Sacred Text Archive",
  "www.ccel.org": "na Christian Classics Ethereal Library",
  "www.gutenberg.org": "no Project Gutenberg",
  "www.loebclassics.com": "na Loeb Classical Library",
  "www.planalto.gov.br": "no Planalto",
};
