import { Button } from "#app/ui/button.tsx";
import { useInstall } from "../install.ts";

/** Puts the site on the home screen, where the browser offers that. */
export function InstallButton() {
  const install = useInstall();
  if (!install) return null;
  return (
    <section aria-labelledby="t-instalar">
      <h2 id="t-instalar">Na tela de início</h2>
      <p>A Academia abre como um aplicativo, sem a barra do navegador.</p>
      <Button look="secondary" onClick={install}>
        Pôr na tela de início
      </Button>
    </section>
  );
}
