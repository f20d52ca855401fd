/** What happened, above the question that asks about it; nothing where the question is no case. */
export const Scene = ({ text }: { text: string | null | undefined }) => text && <p className="scene">{text}</p>;
