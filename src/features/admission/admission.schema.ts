/** The states of a request to be admitted. */
export const ADMISSION_STATUSES = ["pending", "accepted", "refused"] as const;
export type AdmissionStatus = (typeof ADMISSION_STATUSES)[number];

export const ADMISSION_STATUS_LABEL: Record<AdmissionStatus, string> = {
  pending: "Em aberto",
  accepted: "Aceito",
  refused: "Recusado",
};
