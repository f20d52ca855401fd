import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import { ApiError } from "#app/lib/api.ts";
import { dateAndTime } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { ErrorState, FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import type { SettingAnswer, SettingsPage } from "../settings.answers.ts";
import { useChangeSetting, useSettings } from "../settings.queries.ts";
import { SETTINGS, wordsOf } from "../settings.schema.ts";
import styles from "./settings.module.css";

const HEAD = {
  room: "Casa",
  heading: "Configurações",
  lead: "O que a casa decide. Cada mudança fica no registro, com nome e hora, e os outros administradores a sabem.",
};

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function SettingsOfTheHouse() {
  const settings = useSettings();
  if (settings.isPending) return <Shell />;
  return (
    <AdminPage {...HEAD}>
      {settings.data ? (
        <>
          {settings.data.settings.map((setting) => (
            <Setting key={`${setting.key} ${setting.value}`} setting={setting} page={settings.data} />
          ))}
          <Changes changes={settings.data.changes} />
        </>
      ) : (
        <ErrorState
          title="Não foi possível carregar as configurações."
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      )}
    </AdminPage>
  );
}

function Setting({ setting, page }: { setting: SettingAnswer; page: SettingsPage }) {
  const { key, value, byDefault, changed } = setting;
  const entry = SETTINGS[key];
  const [wanted, setWanted] = useState(value);
  const change = useChangeSetting();
  const refused = change.error instanceof ApiError ? change.error : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { key, value: wanted },
      { onSuccess: () => toastSuccess("Guardado", `${entry.title}: ${wordsOf(key, wanted)}.`) },
    );
  };
  const marks = (option: string) =>
    [option === byDefault && "padrão", option === value && "o que vale hoje"].filter(Boolean).join(", e ");
  return (
    <form className={styles.setting} onSubmit={save} noValidate aria-labelledby={`titulo-${key}`}>
      <h2 id={`titulo-${key}`}>{entry.title}</h2>
      {entry.kind === "choice" ? (
        <fieldset disabled={change.isPending}>
          <legend className="visually-hidden">{entry.title}</legend>
          {Object.entries(entry.options).map(([option, { label, meaning }]) => (
            <label key={option} className={styles.option}>
              <input
                type="radio"
                name={key}
                value={option}
                checked={wanted === option}
                onChange={() => {
                  setWanted(option);
                  change.reset();
                }}
              />
              <span>
                <strong>{label}</strong> <span className="meta">{marks(option)}</span>
                <br />
                {meaning}
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <TextField
          label={entry.title}
          help={entry.meaning}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          disabled={change.isPending}
          error={refused?.fields.value}
        />
      )}
      {wanted !== value && (
        <>
          {key === "admission" && <Consequences wanted={wanted} affected={page.affected} />}
          <FormError message={refused && !refused.fields.value ? refused.message : undefined} />
          <div className={styles.acts}>
            <Button type="submit" busy={change.isPending} busyLabel="Guardando...">
              {entry.kind === "choice" ? `Mudar para “${wordsOf(key, wanted)}”` : "Guardar"}
            </Button>
            <Button look="secondary" disabled={change.isPending} onClick={() => setWanted(value)}>
              Deixar como está
            </Button>
          </div>
        </>
      )}
      <p className="meta">
        {changed
          ? `Mudada por ${changed.by} em ${dateAndTime(new Date(changed.at))}, de “${changed.from}” para “${changed.to}”.`
          : "Nunca mudada."}{" "}
        Padrão: {wordsOf(key, byDefault)}.
      </p>
    </form>
  );
}

/** What was changed lately, of all settings. */
function Changes({ changes }: Pick<SettingsPage, "changes">) {
  if (changes.length === 0) return null;
  return (
    <section className={styles.changes} aria-labelledby="t-mudancas">
      <div className="ruled-head">
        <h2 id="t-mudancas">Mudanças</h2>
        <Link to="/admin/registro">Todas</Link>
      </div>
      <ul className="ruled-rows">
        {changes.map(({ key, at, by, from, to }) => (
          <li key={`${key} ${at}`}>
            <p>
              {SETTINGS[key].title}: de “{from}” para “{to}”
            </p>
            <span className="meta">
              {by}, {dateAndTime(new Date(at))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whom a change of the admission touches now, and what becomes of them. */
function Consequences({
  wanted,
  affected: { waiting, invited, members },
}: {
  wanted: string;
  affected: SettingsPage["affected"];
}) {
  const queue = plural(waiting, "pessoa que espera", "pessoas que esperam");
  return (
    <div className={styles.consequences}>
      <p>
        <strong>Se mudar para “{wordsOf("admission", wanted)}”, agora mesmo:</strong>
      </p>
      <ul>
        {wanted === "open" ? (
          <li>{waiting === 0 ? "ninguém espera na fila" : `${queue} na fila: são admitidas já, e recebem uma carta`};</li>
        ) : (
          <li>{waiting === 0 ? "ninguém espera na fila" : `${queue} na fila: continuam nela até alguém decidir`};</li>
        )}
        <li>
          {plural(invited, "convite aberto continua", "convites abertos continuam")} valendo, e quem o aceita entra sem esperar;
        </li>
        {wanted === "invitation" && <li>quem tentar se cadastrar lê que se entra por convite, e a quem pedi-lo;</li>}
        {wanted === "approval" && <li>quem se cadastrar daqui em diante espera a palavra da Loja ou da administração;</li>}
        <li>{plural(members, "membro não sente", "membros não sentem")} nada.</li>
      </ul>
    </div>
  );
}
