import { Outlet } from "react-router";
import { Footer } from "./components/footer.tsx";
import { Header } from "./components/header.tsx";
import { useSessionAcrossTabs } from "./use-session-across-tabs.ts";

/** Pages for everybody. They show at once; the session only changes the header. */
export default function PublicLayout() {
  useSessionAcrossTabs();
  return (
    <>
      <Header />
      <main id="conteudo">
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
