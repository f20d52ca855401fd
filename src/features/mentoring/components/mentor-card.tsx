import { dayAndTime, oneDecimal } from "#app/lib/format.ts";
import { numberInWords, plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { ModuleEmblem } from "#app/ui/module-emblem.tsx";
import type { MentorCard as Mentor } from "../mentors/mentors.answers.ts";
import { REFUSAL_MESSAGE } from "../mentors/mentors.policy.ts";
import { emblemOf } from "./mentor-emblem.ts";
import styles from "./mentor-list.module.css";
import { replyTime } from "./words.ts";

/** More places than these are told in figures only. */
const DRAWN_PLACES = 12;

type Props = {
  mentor: Mentor;
  /** Another mentor, who can be asked. */
  other: Mentor | undefined;
  onRequest: () => void;
};

/** A mentor among others: who they are, how others found them, and the way to ask them. */
export function MentorCard({ mentor, other, onRequest }: Props) {
  const { userId, name, email, lodge, nextHour, bio, specialties, rating, ratingCount, totalMentorshipSessions, replyMinutes } =
    mentor;
  return (
    <li className={styles.mentorCard} id={`mentor-${userId}`} aria-labelledby={`m-${userId}`}>
      <div className={styles.emblem}>
        <ModuleEmblem id={emblemOf(specialties)} />
      </div>
      <div className={styles.who}>
        <h2 id={`m-${userId}`}>{name || "Mentor"}</h2>
        <p className="meta">{email || "Mentor"}</p>
        {lodge && <p className="meta">{lodge}</p>}
        <p className={styles.bio}>{bio || "Mentor experiente"}</p>
        {specialties.length > 0 && (
          <ul className={styles.specialties} aria-label="Especialidades">
            {specialties.map((specialty) => (
              <li key={specialty}>{specialty}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.side}>
        <dl className={styles.figures}>
          <div>
            <dt>{ratingCount === 0 ? "sem avaliações" : "Avaliação"}</dt>
            <dd>{oneDecimal(rating)}</dd>
          </div>
          <div>
            <dt>{totalMentorshipSessions === 1 ? "sessão" : "sessões"}</dt>
            <dd>{totalMentorshipSessions.toLocaleString("pt-BR")}</dd>
          </div>
          {replyMinutes !== null && (
            <div>
              <dt>responde em</dt>
              <dd>{replyTime(replyMinutes)}</dd>
            </div>
          )}
        </dl>
        <Places mentor={mentor} />
        {nextHour && <p className="meta">Próxima hora livre: {dayAndTime(new Date(nextHour))}</p>}
        <Button disabled={!mentor.can.request} aria-describedby={mentor.refusal ? `r-${userId}` : undefined} onClick={onRequest}>
          Solicitar Mentoria
        </Button>
        {mentor.refusal && (
          <p className="meta" id={`r-${userId}`}>
            {mentor.refusal === "full" ? placesTaken(mentor) : REFUSAL_MESSAGE[mentor.refusal]}
            {mentor.refusal === "full" && other && (
              <>
                {" "}
                <a href={`#mentor-${other.userId}`}>Ver quem tem vaga</a>
              </>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

/** "Até 8 alunos, 2 vagas livres", and as many stones, of which the taken ones are hatched. */
function Places({ mentor: { maxMentees, freePlaces } }: { mentor: Mentor }) {
  const taken = maxMentees - freePlaces;
  return (
    <p className={styles.places}>
      {maxMentees <= DRAWN_PLACES && (
        <span className={styles.stones} aria-hidden="true">
          {Array.from({ length: maxMentees }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places are alike and keep their order
            <i key={index} className={index < taken ? styles.taken : undefined} />
          ))}
        </span>
      )}
      <span>
        Até {plural(maxMentees, "aluno", "alunos")},{" "}
        {freePlaces > 0 ? plural(freePlaces, "vaga livre", "vagas livres") : "sem vaga agora"}
      </span>
    </p>
  );
}

const placesTaken = ({ maxMentees }: Mentor): string =>
  maxMentees === 1 ? "O único lugar está ocupado." : `Os ${numberInWords(maxMentees, "m")} lugares estão ocupados.`;
