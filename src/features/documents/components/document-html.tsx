/** Sanitised on the server. */
export function DocumentHtml({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
