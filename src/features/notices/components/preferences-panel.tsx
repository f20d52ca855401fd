import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { CHANNELS, type Channel } from "#app/lib/channels.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { Preferences } from "../notices.answers.ts";
import { useChangePreferences, usePreferences } from "../notices.queries.ts";
import type { PreferencesInput } from "../notices.schema.ts";
import styles from "../pages/notices.module.css";
import { DevicePush } from "./device-push.tsx";
import { QuietHours } from "./quiet-hours.tsx";

/** How the member wants to be told, when not, and whether on this device. */
export function PreferencesPanel() {
  const preferences = usePreferences();
  const change = useChangePreferences();
  const panel = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isLoaded = preferences.isSuccess;
  useEffect(() => {
    if (isLoaded && hash === "#preferencias") panel.current?.scrollIntoView();
  }, [isLoaded, hash]);
  const save = (input: PreferencesInput) =>
    change.mutate(input, { onError: (error) => toastFailure("A escolha não foi guardada", error) });
  return (
    <aside className={styles.preferences} id="preferencias" ref={panel} aria-label="Preferências">
      {preferences.isPending && <Skeleton label="Carregando..." />}
      {preferences.isError && !preferences.data && (
        <ErrorState
          title="Erro ao carregar as preferências"
          error={preferences.error}
          onRetry={() => void preferences.refetch()}
        />
      )}
      {preferences.data && (
        <>
          <Topics topics={preferences.data.topics} onChange={(topic, channel) => save({ channels: { [topic]: channel } })} />
          <QuietHours quiet={preferences.data.quiet} timeZone={preferences.data.timeZone} onChange={save} />
          <DevicePush publicKey={preferences.data.pushKey} />
        </>
      )}
    </aside>
  );
}

const CHANNEL_LABEL: Record<Channel, string> = { here: "Aqui", email: "E-mail já", digest: "Resumo", never: "Nunca" };

function Topics({ topics, onChange }: { topics: Preferences["topics"]; onChange: (topic: string, channel: Channel) => void }) {
  return (
    <section className={styles.shelf} aria-labelledby="t-avisos">
      <h2 id="t-avisos">Como quer ser avisado</h2>
      <p>
        <b>Aqui</b> é só o sino. <b>E-mail já</b> e <b>Resumo</b> (uma carta às 18:00) também deixam a linha no sino. <b>Nunca</b>{" "}
        não deixa nada.
      </p>
      <div>
        <p className={styles.ledgerHead} aria-hidden="true">
          <span>Assunto</span>
          {CHANNELS.map((channel) => (
            <span key={channel}>{CHANNEL_LABEL[channel]}</span>
          ))}
        </p>
        {topics.map(({ topic, label, description, channel }) => (
          <fieldset key={topic} className={styles.ledgerRow}>
            <legend>{label}</legend>
            <p className={styles.ledgerTopic} aria-hidden="true">
              {label}
            </p>
            {description && <p className={styles.ledgerNote}>{description}</p>}
            {CHANNELS.map((each) => (
              <label key={each}>
                <input type="radio" name={topic} checked={each === channel} onChange={() => onChange(topic, each)} />
                <span>{CHANNEL_LABEL[each]}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <div className={styles.ledgerRow}>
          <p className={styles.ledgerTopic}>Segurança da conta</p>
          <p className={styles.ledgerNote}>Entradas, senha, segundo fator</p>
          <p className={styles.ledgerFixed}>
            <Icon name="lock" /> Sempre por e-mail já. É o que guarda a sua conta.
          </p>
        </div>
      </div>
    </section>
  );
}
