import { useLoaderData } from "react-router";
import { NoticePage } from "../components/notice-page.tsx";
import { Responsible } from "../components/responsible.tsx";
import { readPrivacyNotice } from "../institutional.content.ts";

/** Runs in the build. */
export const loader = () => readPrivacyNotice();

export default function PrivacyPage() {
  return (
    <>
      <title>Política de Privacidade · Academia</title>
      <meta
        name="description"
        content="Que dados pessoais a Academia do Rito de York guarda, para quê, quem os vê, por quanto tempo, e como você decide sobre eles (LGPD)."
      />
      <NoticePage
        notice={useLoaderData<typeof loader>()}
        title="Política de Privacidade"
        after={{ "quem-e-responsavel": <Responsible /> }}
        other={{ to: "/termos", label: "Termos de Serviço" }}
      />
    </>
  );
}
