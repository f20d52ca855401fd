/**
 * Runs in the head of members' pages, before their styles can hold it up: asks for the session, and on a device whose owner is signed in
 * for what the page shows first. The client takes the
 * answers (src/lib/early.ts); until then they are shown as they are (src/early/show-early.ts). What a page asks for is its `data` in
 * src/pages.ts; the build writes it to the script's own element.
 */
const { path = "", data = "" } = document.currentScript!.dataset;
const here = location.pathname.split("/").slice(1);
const values = new Map(path.split("/").map((part, index) => [part, here[index]]));
const { session } = document.documentElement.dataset;
const mayRead = session !== undefined && session !== "new"; // before their address is confirmed, much is closed to a member
const asked = data.split(" ").filter((address) => mayRead && address && !(location.search && address.includes("?")));
const answers = new Map<string, Promise<Response>>();
const bodies: Promise<object>[] = [];
for (const pattern of ["/session", ...asked]) {
  const parts = pattern.split("/").map((part) => (part.startsWith(":") ? values.get(part) : part));
  const address = `/api${parts.join("/")}`;
  // read to its end at once: an answer that nobody takes would keep its connection
  const answer = fetch(address).then(async (response) => {
    const headers = new Headers(response.headers);
    headers.set("x-arrived", String(Date.now()));
    return new Response(await response.blob(), { status: response.status, headers });
  });
  answer.catch(() => undefined); // whoever takes it sees the failure
  answers.set(address, answer);
  bodies.push(answer.then((response) => (response.ok ? response.clone().json() : Promise.reject(response.status))));
}
const known = Promise.all(bodies).then(([, ...known]): object => Object.assign({}, ...known));
known.catch(() => undefined); // a page that is closed, a session that ended, no connection: the page itself says so
Object.assign(window, { early: { page: location.href, answers, known } });

export {};
