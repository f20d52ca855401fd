import { oneDecimal } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import type { MentorCard as Mentor } from "../mentors/mentors.answers.ts";
import { REFUSAL_MESSAGE } from "../mentors/mentors.policy.ts";
import styles from "../pages/mentoring.module.css";
import { replyTime } from "./words.ts";

/** A mentor among others: who he is, how others found him, and the way to ask him. */
export function MentorCard({ mentor, onRequest }: { mentor: Mentor; onRequest: () => void }) {
  const { userId, name, email, bio, specialties, rating, ratingCount, totalMentorshipSessions, maxMentees } = mentor;
  return (
    <li className={`${styles.mentorCard} card`} aria-labelledby={`m-${userId}`}>
      <div className={styles.mentorWho}>
        <h2 id={`m-${userId}`}>{name || "Mentor"}</h2>
        <p className="meta">{email || "Mentor"}</p>
      </div>
      <p className={styles.mentorBio}>{bio || "Mentor experiente"}</p>
      <Specialties list={specialties} />
      <ul className={`${styles.mentorFigures} ruled`}>
        <li>
          <Icon name="star" />
          <span className="visually-hidden">Avaliação: </span>
          <b>{oneDecimal(rating)}</b>
          {ratingCount === 0 && <span className="meta"> sem avaliações</span>}
        </li>
        <li>
          <b>{totalMentorshipSessions.toLocaleString("pt-BR")}</b> {totalMentorshipSessions === 1 ? "sessão" : "sessões"}
        </li>
        <li>
          Até <b>{maxMentees}</b> {maxMentees === 1 ? "aluno" : "alunos"}
        </li>
      </ul>
      <p className={`meta ${styles.mentorNotes}`}>
        <span>{mentor.freePlaces > 0 ? plural(mentor.freePlaces, "vaga livre", "vagas livres") : "Sem vagas no momento"}</span>
        <span>
          {mentor.replyMinutes === null
            ? "Ainda sem pedidos respondidos"
            : `Costuma responder em ${replyTime(mentor.replyMinutes)}`}
        </span>
      </p>
      <div className={styles.mentorAsk}>
        {mentor.refusal && (
          <p className="meta" id={`r-${userId}`}>
            {REFUSAL_MESSAGE[mentor.refusal]}
          </p>
        )}
        <Button disabled={!mentor.can.request} aria-describedby={mentor.refusal ? `r-${userId}` : undefined} onClick={onRequest}>
          Solicitar Mentoria
        </Button>
      </div>
    </li>
  );
}

export function Specialties({ list }: { list: string[] }) {
  if (list.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Especialidades">
      {list.map((specialty) => (
        <li key={specialty} className="badge">
          {specialty}
        </li>
      ))}
    </ul>
  );
}
