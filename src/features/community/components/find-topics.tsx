import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { searchAddress } from "#app/features/search/search.address.ts";
import { Icon } from "#app/ui/icons.tsx";
import styles from "../pages/community.module.css";

/** Looks in all boards that the member may read, by the site's search. */
export function FindTopics() {
  const navigate = useNavigate();
  const [q, setQ] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (q.trim()) void navigate(searchAddress({ q: q.trim(), kind: "topic", page: 1 }));
  };
  return (
    <search>
      <form className={styles.find} onSubmit={submit}>
        <input
          className="input"
          type="search"
          aria-label="Buscar na comunidade"
          placeholder="Buscar na comunidade"
          maxLength={200}
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <button type="submit" className="icon-btn" aria-label="Buscar">
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
