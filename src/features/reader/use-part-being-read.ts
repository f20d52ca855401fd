import { useEffect, useState } from "react";

/**
 * Follows which part of a long page is being read.
 * @param ids of the elements to follow, in one string separated by spaces, so that the same list is the same value
 * @param band the part of the window, as IntersectionObserver's `rootMargin`, in which the part being read is seen
 */
export function usePartBeingRead(ids: string, band: string): string | undefined {
  const [reading, setReading] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen) setReading(seen.target.id);
      },
      { rootMargin: band },
    );
    for (const id of ids.split(" ")) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids, band]);
  return reading;
}
