import type { ChangeEvent } from "react";
import { ApiError } from "#app/lib/api.ts";
import { Icon } from "#app/ui/icons.tsx";
import { toastError } from "#app/ui/toasts.tsx";
import { useSendPicture } from "../posts/posts.queries.ts";
import { IMAGE_LIMIT } from "../posts/posts.schema.ts";

type Props = { boardId: string; onPicture: (words: string) => void };

/** Sends a picture, and puts it where the caret is. */
export function PictureButton({ boardId, onPicture }: Props) {
  const send = useSendPicture(boardId);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = "";
    if (!file) return;
    if (file.size > IMAGE_LIMIT.bytes) return void toastError("Imagem não enviada", IMAGE_LIMIT.message);
    send.mutate(file, {
      onSuccess: ({ path }) => onPicture(`\n\n![${file.name.replace(/\.\w+$/, "").replace(/[[\]]/g, "")}](${path})\n\n`),
      onError: (error) => toastError("Imagem não enviada", error instanceof ApiError ? error.message : "Tente de novo."),
    });
  };
  return (
    <label>
      <input
        className="visually-hidden"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        disabled={send.isPending}
        onChange={choose}
      />
      <Icon name="upload" />
      {send.isPending ? "Enviando..." : "Imagem"}
    </label>
  );
}
