// Copying, also where the clipboard API is missing (plain HTTP from another machine).

async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  throw new Error("no clipboard");
}

function oldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr";
  const active = document.activeElement as HTMLElement | null;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  active?.focus();
  return done;
}

// Whether it worked; if not, the caller shows the text for copying by hand.
export async function copy(text: string): Promise<boolean> {
  try {
    await write(text);
    return true;
  } catch {
    try { return oldWay(text); } catch { return false; }
  }
}
