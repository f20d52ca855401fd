/** Bytes, as sent with gzip, of a page, its style sheets, and the scripts that it starts with all that they import. */
export async function firstLoad(url: string, path: string): Promise<{ html: number; scripts: number; styles: number }> {
  const read = async (address: string) => (await fetch(url + address)).text();
  const size = async (address: string) =>
    Number((await fetch(url + address, { headers: { "accept-encoding": "gzip" } })).headers.get("content-length"));
  const total = async (addresses: Iterable<string>) =>
    (await Promise.all([...addresses].map(size))).reduce((sum, bytes) => sum + bytes, 0);
  const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, address]) => address!);

  const html = await read(path);
  const [start] = found(html, /import\("([^"]+)"\)/g);
  const waiting = [start!, ...found(await read(start!), /import\("([^"]+)"\)/g)];
  const scripts = new Set<string>();
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (scripts.has(address)) continue;
    scripts.add(address);
    const imports = found(await read(address), /(?:from|import)\s*"([^"]+\.js)"/g);
    waiting.push(...imports.map((name) => new URL(name, new URL(address!, url)).pathname));
  }
  return {
    html: await size(path),
    scripts: await total(scripts),
    styles: await total(found(html, /href="(\/assets\/[^"]+\.css)"/g)),
  };
}
