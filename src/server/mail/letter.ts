/** A letter: short, of paragraphs and at most one thing to do; or one that somebody wrote. Subjects are discreet: nothing in them hints at the order. */
export type Letter = {
  subject: string;
  /** How the reader is addressed, such as "Olá, Antônio." */
  greeting: string;
  paragraphs: string[];
  /** What somebody wrote, behind the paragraphs: sanitised HTML with whole addresses, and the same as text. */
  body?: { html: string; text: string };
  /** The name of who wrote it. */
  signature?: string;
  action?: { label: string; url: string };
  /** Why the reader gets this, and what to do if it was not them. */
  footer: string;
  /** Where the reader leaves letters like this one. */
  leave?: { label: string; url: string };
};

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Plain text and HTML of a letter. Styles are inline, because mail programs drop all others. */
export function renderLetter(letter: Letter): { html: string; text: string } {
  const { greeting, paragraphs, body, signature, action, footer, leave } = letter;
  const withAddress = ({ label, url }: { label: string; url: string }) => `${label}:\n${url}`;
  const text = [
    greeting,
    ...paragraphs,
    body?.text,
    signature,
    action && withAddress(action),
    "--",
    footer,
    leave && withAddress(leave),
  ]
    .filter((part) => part !== undefined)
    .join("\n\n");
  const p = (content: string, style = "") => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const button = action
    ? p(
        `<a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#14213d;color:#fffdf8;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a>`,
      ) +
      p(
        `Se o botão não abrir, copie este endereço: <br>${escapeHtml(action.url)}`,
        "font-size:14px;color:#454d66;word-break:break-all",
      )
    : "";
  const html = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#faf6ee;color:#14213d;font:17px/1.55 Georgia,'Times New Roman',serif">
<div style="max-width:34em;margin:0 auto;padding:32px 20px">
${p(escapeHtml(greeting), "font-size:20px")}
${paragraphs.map((paragraph) => p(escapeHtml(paragraph))).join("\n")}
${body ? `<div style="overflow-wrap:anywhere">${body.html}</div>` : ""}
${signature ? p(escapeHtml(signature), "font-style:italic") : ""}
${button}
<hr style="border:0;border-top:1px solid #d9cdb3;margin:24px 0">
${p(`${escapeHtml(footer)}${leave ? ` <a href="${escapeHtml(leave.url)}" style="color:#454d66">${escapeHtml(leave.label)}</a>.` : ""}`, "font-size:14px;color:#454d66")}
</div></body></html>`;
  return { html, text };
}
