// What is said aloud: one polite and one alert region, sentences of 300 ms joined into one.
class Announcer {
  polite = $state('')
  alertText = $state('')
  private waiting: string[] = []
  private timer?: ReturnType<typeof setTimeout>

  say(text: string): void {
    if (!text) return
    this.waiting.push(text)
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.polite = differing(this.waiting.join(' '), this.polite)
      this.waiting = []
    }, 300)
  }

  alert(text: string): void {
    if (text) this.alertText = differing(text, this.alertText)
  }
}

/** Screen readers skip a text that did not change: a repeated one gets a no-break space. */
function differing(text: string, before: string): string {
  return text === before ? text + '\u00a0' : text
}

export const announce = new Announcer()
