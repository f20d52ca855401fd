/**
 * A push wakes the worker, which says that there is news and nothing else: the push carries nothing, so that no name or subject is ever on a
 * locked screen.
 */
declare const self: ServiceWorkerGlobalScope;

export function sayNews(): void {
  self.addEventListener("push", (event) => {
    const shown = self.registration.showNotification("Academia", {
      body: "Há novidade na Academia",
      tag: "novidade", // a second one takes the place of the first
      icon: "/mark.svg",
      lang: "pt-BR",
    });
    event.waitUntil(shown);
  });

  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const open = async () => {
      const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const page = pages.find(({ url }) => new URL(url).pathname === "/notificacoes");
      return page ? page.focus() : self.clients.openWindow("/notificacoes");
    };
    event.waitUntil(open());
  });
}
