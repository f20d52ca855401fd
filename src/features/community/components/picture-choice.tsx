import type { ReactNode } from "react";

type Props = { className?: string; onFile: (file: File) => void; children: ReactNode };

/** Chooses a picture from the device. */
export const PictureChoice = ({ className, onFile, children }: Props) => (
  <label className={className}>
    <input
      className="visually-hidden"
      type="file"
      accept="image/jpeg,image/png,image/webp"
      onChange={({ target }) => {
        const file = target.files?.[0];
        target.value = ""; // the same file may be chosen again
        if (file) onFile(file);
      }}
    />
    {children}
  </label>
);
