/** What happened, above the question that asks about it. */
export const Scene = ({ text }: { text: string | null }) => text && <p className="scene">{text}</p>;
