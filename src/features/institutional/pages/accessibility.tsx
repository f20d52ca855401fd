import { useLoaderData } from "react-router";
import { Criteria } from "../components/criteria.tsx";
import { NoticePage } from "../components/notice-page.tsx";
import { readAccessibilityStatement, readCriteria } from "../institutional.content.ts";

/** Runs in the build. */
export const loader = () => ({ notice: readAccessibilityStatement(), principles: readCriteria() });

export default function AccessibilityPage() {
  const { notice, principles } = useLoaderData<typeof loader>();
  return (
    <>
      <title>Acessibilidade · Academia</title>
      <meta
        name="description"
        content="O que foi conferido na Academia do Rito de York, critério por critério das WCAG 2.2, de que modo, o que falta, e como avisar de uma barreira."
      />
      <NoticePage
        notice={notice}
        title="Acessibilidade"
        after={{ "criterio-por-criterio": <Criteria principles={principles} /> }}
        other={{ to: "/privacidade", label: "Política de Privacidade" }}
      />
    </>
  );
}
