import styles from "./views.module.css";

type Props<View extends string> = {
  /** What each view is called, in their order. */
  views: Record<View, string>;
  shown: View;
  onShow: (view: View) => void;
  className?: string | undefined;
};

/** Two or three views of one thing, of which one is shown. */
export function Views<View extends string>({ views, shown, onShow, className = "" }: Props<View>) {
  return (
    <fieldset className={`${styles.views} ${className}`} aria-label="Vista">
      {(Object.keys(views) as View[]).map((view) => (
        <button key={view} type="button" aria-pressed={view === shown} onClick={() => onShow(view)}>
          {views[view]}
        </button>
      ))}
    </fieldset>
  );
}
