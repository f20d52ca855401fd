/*
 * The service worker: it wakes for a push and says that there is news, and nothing else. It answers no request and keeps no page, so that
 * reloading and caching are as without it. The push carries nothing, so that no name or subject is ever on a locked screen.
 */
self.addEventListener("install", () => self.skipWaiting());

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
