// Short sounds made by Web Audio; off until asked for. The same event is always seen and spoken.
import { local } from './local.svelte'

const kTones = { move: [330, 60], capture: [220, 90], check: [520, 120], end: [262, 400], low: [880, 80] } as const
let context: AudioContext | undefined

export function play(name: keyof typeof kTones): void {
  if (!local.sound || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const [pitch, ms] = kTones[name]
  const tone = context.createOscillator()
  const gain = context.createGain()
  tone.type = 'triangle'
  tone.frequency.value = pitch
  gain.gain.setValueAtTime((local.volume / 100) * 0.3, context.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + ms / 1000)
  tone.connect(gain).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + ms / 1000)
}
