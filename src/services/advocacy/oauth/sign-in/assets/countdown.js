// Disables "Send again" until another code can be sent, and counts down.
const button = document.querySelector('button[data-wait-seconds]');
const wait = document.getElementById('wait');

if (button && wait) {
  // By the clock, because timers pause in background tabs.
  const end = Date.now() + Number(button.dataset.waitSeconds) * 1000;

  const update = () => {
    const seconds = Math.ceil((end - Date.now()) / 1000);
    button.disabled = seconds > 0;
    wait.hidden = seconds <= 0;
    // Longer waits stay as the server wrote them.
    if (seconds > 0 && seconds <= 60) {
      wait.textContent = `You can request a new code in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    }
    if (seconds > 0) setTimeout(update, 250);
  };
  update();
}
