import { useLoaderData } from "react-router";
import { NoticePage } from "../components/notice-page.tsx";
import { readTerms } from "../institutional.content.ts";

/** Runs in the build. */
export const loader = () => readTerms();

export default function TermsPage() {
  return (
    <>
      <title>Termos de Serviço · Academia</title>
      <meta
        name="description"
        content="O que a Academia do Rito de York oferece e o que se espera de quem a usa: conta, grau e nível, conteúdo, mentoria e responsabilidades."
      />
      <NoticePage
        notice={useLoaderData<typeof loader>()}
        title="Termos de Serviço"
        other={{ to: "/privacidade", label: "Política de Privacidade" }}
      />
    </>
  );
}
