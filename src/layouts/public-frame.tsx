import { Outlet } from "react-router";
import { Footer } from "./components/footer.tsx";
import { Header } from "./components/header.tsx";

/** Header, page, footer. */
export default function PublicFrame() {
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
