/** Every way a request can fail: the closed set of codes, their HTTP status, and the sentence a member reads. */
export const ERRORS = {
  malformed: [400, "A requisição não pôde ser lida. Recarregue a página e tente de novo."],
  unauthenticated: [401, "Usuário não autenticado"],
  invalid_credentials: [401, "Credenciais inválidas. Verifique seu email e senha."],
  proof_required: [403, "Confirme que é você para continuar."],
  sign_in_expired: [401, "O tempo para confirmar acabou. Entre de novo com e-mail e senha."],
  forbidden: [403, "Você não tem permissão para fazer isso."],
  wrong_origin: [403, "O pedido veio de outro endereço e foi recusado."],
  not_found: [404, "Não encontramos o que você pediu. Talvez tenha sido removido."],
  conflict: [409, "Outra ação mudou este item. Recarregue a página para ver como está."],
  superseded: [409, "Há um pedido seu mais novo, e vale a resposta dele."],
  lesson_unread: [409, "Leia a lição até o fim antes de responder."],
  lesson_unwritten: [409, "Esta lição ainda está em redação."],
  exam_waiting: [409, "O próximo exame abre 24 horas depois do começo do anterior."],
  exam_passed: [409, "Você já passou neste exame. Não é preciso fazê-lo de novo."],
  exam_running: [409, "Há um exame de outro grau em andamento. Termine-o antes de começar este."],
  exam_over: [409, "O tempo do exame acabou. O que estava guardado foi entregue e corrigido."],
  exam_question: [409, "Esta questão está no seu exame em curso; aqui ela volta a ser respondida quando o exame terminar."],
  exam_delivered: [409, "Este exame já foi entregue, e as respostas não mudam mais."],
  review_stale: [409, "Esta ficha já foi respondida em outra janela, e vale a resposta de lá. Seguimos com a próxima."],
  review_unanswered: [409, "Responda à questão antes de dizer como foi."],
  review_early: [409, "Esta ficha ainda não é para hoje."],
  certificate_revoked: [409, "Este certificado foi revogado e não vale mais."],
  pool_too_small: [409, "O exame precisa de vinte questões. Devolva antes outra ao sorteio."],
  answer_foreign: [422, "Esta resposta não pertence à questão. Recarregue a página e responda de novo."],
  signup_closed: [403, "O cadastro está fechado: entra quem recebeu um convite. Peça o seu ao Secretário da sua Loja."],
  admission_pending: [403, "O seu pedido de admissão ainda espera a resposta da sua Loja. Esta parte se abre quando ela vier."],
  address_unconfirmed: [403, "Confirme o seu e-mail para abrir esta parte. O link e o código estão na mensagem que enviamos."],
  rules_unaccepted: [403, "Leia e aceite as regras da casa antes de escrever. O que você escreveu continua no rascunho."],
  suspended: [403, "A sua conta está suspensa. Para saber mais, fale com a administração pela página de contato."],
  locked: [403, "Este conteúdo ainda não está aberto para você."],
  last_admin: [409, "Este é o único administrador. Dê antes a permissão a outro membro."],
  too_large: [413, "O conteúdo enviado é grande demais."],
  unsupported_media_type: [415, "O formato enviado não é aceito."],
  invalid_input: [422, "Confira os campos indicados e tente de novo."],
  signup_refused: [422, "Não foi possível criar sua conta. Verifique os dados e tente novamente."],
  reset_link_invalid: [400, "O link expirou ou já foi usado. Peça um novo."],
  link_invalid: [400, "O link expirou ou já foi usado."],
  slow_start: [429, "No primeiro dia cabem três mensagens. O que você escreveu continua no rascunho: amanhã ele vai."],
  too_many_tries: [429, "Muitas tentativas em pouco tempo. Espere um pouco e tente de novo."],
  work_required: [428, "Muitas tentativas em pouco tempo. Espere um pouco e tente de novo."],
  internal: [500, "Algo falhou do nosso lado. Tente de novo em instantes."],
  storage_full: [507, "Não há espaço para guardar o arquivo agora. Tente mais tarde ou avise quem cuida do servidor."],
  unavailable: [503, "O serviço está se recuperando. Tente de novo em instantes."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** A failure that the caller is meant to read. Anything else that is thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Which limit it was, for the log alone. */
  readonly limit: string | undefined;
  /** Headers of the answer. */
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      limit?: string;
      headers?: Record<string, string>;
      /** For the log alone. */
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? ERRORS[code][1], { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
    this.headers = options.headers ?? {};
  }
}
