import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { longDate } from "#app/lib/format.ts";
import type { Attestation } from "../account.answers.ts";

/** Who answers for a member's degrees, in what office, and since when. */
export const AttestationList = ({ attestations }: { attestations: Attestation[] }) =>
  attestations.length > 0 && (
    <ul className="ruled-rows">
      {attestations.map(({ id, degree, by, office, lodge, at }) => (
        <li key={id}>
          <p>
            <strong>{DEGREE_LABEL[degree]}</strong>, confirmado por {by ?? "alguém que já saiu"}
            {office ? `, ${office}${lodge ? ` da Loja ${lodge}` : ""}` : ", da administração"}, em {longDate(new Date(at))}.
          </p>
        </li>
      ))}
    </ul>
  );
