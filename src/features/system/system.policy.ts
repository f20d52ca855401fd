/** What is known of the running academy, for the warnings below. */
export type SystemFacts = {
  production: boolean;
  /** The address that members open begins with https. */
  https: boolean;
  smtp: boolean;
  sender: string;
  /** Where members write to the data protection officer; empty where it is not set. */
  dataOfficerEmail: string;
  trustedProxy: boolean;
  /** A request came with headers of a proxy. */
  forwardedSeen: boolean;
  /** Backups by itself: the embedded database, and not switched off. */
  backups: "automatic" | "off" | "external";
  lastBackup: Date | undefined;
  /** The backups can be read by whoever has the file, and hold the secret that signs sessions. */
  backupsOpenWithSecret: boolean;
  backupFailures: number;
  /** Administrators may act only with a second factor. */
  secondFactorRequired: boolean;
  /** The role that the program works with owns the tables: it may change them, and the audit log. */
  ownsTables: boolean;
  /** Accounts of the demonstration, whose password is public. */
  demoAccounts: number;
  /** Part of the data folder's disk that is free, 0 to 1. */
  diskFree: number;
  /** The same for the disk that the backups are on. */
  backupDiskFree: number;
  now: Date;
};

const LOW_DISK = 0.1;
const BACKUP_AGE_MS = 2 * 86_400_000;

/** Reserved for examples (RFC 2606): nobody reads what is sent there. */
const isExample = (address: string): boolean => /@([^>]*\.)?example(\.(com|net|org))?>?$/i.test(address);

/** What an operator should know and put right, in sentences. Outside production only what can lose data. */
export function warningsOf(facts: SystemFacts): string[] {
  const { production, backups, lastBackup, now } = facts;
  const warnings: (string | false)[] = [
    facts.diskFree < LOW_DISK &&
      `O disco da pasta de dados tem só ${Math.floor(facts.diskFree * 100)}% livres. Libere espaço: com o disco cheio, nada mais é gravado.`,
    facts.backupDiskFree < LOW_DISK &&
      facts.diskFree >= LOW_DISK &&
      `O disco das cópias de segurança (BACKUP_DIR) tem só ${Math.floor(facts.backupDiskFree * 100)}% livres. Libere espaço.`,
    facts.backupFailures > 0 &&
      `A última cópia de segurança falhou (${facts.backupFailures} ${facts.backupFailures === 1 ? "vez" : "vezes"} seguidas). O motivo está no painel.`,
    production && backups === "off" && "As cópias de segurança automáticas estão desligadas (BACKUP_HOUR=never).",
    production &&
      backups === "automatic" &&
      !lastBackup &&
      "Ainda não há nenhuma cópia de segurança. Faça a primeira: academia backup (docs/operations.md)",
    production &&
      backups === "automatic" &&
      lastBackup !== undefined &&
      now.getTime() - lastBackup.getTime() > BACKUP_AGE_MS &&
      "A última cópia de segurança tem mais de dois dias.",
    backups !== "off" &&
      facts.backupsOpenWithSecret &&
      "As cópias de segurança não são cifradas e levam o segredo que assina as sessões (auth-secret): quem tiver uma delas entra como qualquer membro. Defina BACKUP_PASSPHRASE ou BACKUP_RECIPIENTS, ou guarde o segredo fora da pasta de dados, em AUTH_SECRET (docs/operations.md).",
    production &&
      facts.demoAccounts > 0 &&
      `Há contas de demonstração (${facts.demoAccounts}), cuja senha é pública. Exclua-as em Usuários.`,
    production && !facts.secondFactorRequired && "Os administradores entram sem segundo fator. Exija-o em Configurações.",
    production &&
      facts.ownsTables &&
      "O programa usa o banco com o usuário que é dono das tabelas, e que poderia mudar até o registro de ações. Dê a ele um usuário próprio em DATABASE_URL, e o dono em DATABASE_MIGRATION_URL (docs/operations.md).",
    production &&
      !facts.smtp &&
      "Nenhum servidor de e-mail está configurado (SMTP_URL): as cartas ficam em disco e ninguém as recebe.",
    production &&
      isExample(facts.sender) &&
      `O remetente das cartas é um endereço de exemplo (${facts.sender}). Defina MAIL_FROM.`,
    production &&
      (facts.dataOfficerEmail === "" || isExample(facts.dataOfficerEmail)) &&
      "A Política de Privacidade não diz a quem escrever sobre dados pessoais. Indique o encarregado e o e-mail dele em Painel Admin → Configurações.",
    production && !facts.https && "PUBLIC_URL não começa com https: senhas e sessões passam pela rede sem cifra.",
    production &&
      facts.forwardedSeen &&
      !facts.trustedProxy &&
      "Chegam pedidos com X-Forwarded-For, mas TRUSTED_PROXY=none: os limites contam todos os membros como um só. Atrás de um proxy, defina TRUSTED_PROXY=one.",
  ];
  return warnings.filter((warning) => warning !== false);
}
